import { z } from 'zod';

// The page's security policy forbids code made from text; the schemas must not even try. Imported before any schema.
z.config({ jitless: true });
