import './client/no-eval.ts';
import './ui/index.ts';

import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { collectAtRest } from './app/garbage.ts';
import { connect } from './client/assay.ts';
import { desktop } from './client/desktop.ts';
import { giveBackMemory } from './client/memory.ts';
import { followDamage, reopenAfterRestarts } from './client/project.ts';
import { followChanges, queryClient } from './client/queries.ts';
import { saveAfterRestarts } from './client/saving.ts';
import { followSettings } from './client/settings.ts';
import { applyFontChoice } from './ui/fonts.ts';

applyFontChoice(window.location.search);
reopenAfterRestarts();
followDamage();
followChanges();
saveAfterRestarts();
connect();
collectAtRest(window, giveBackMemory);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element.');

await followSettings();
const opening = await desktop().opening();
createRoot(root).render(
  <QueryClientProvider client={queryClient}>
    <App opening={opening} />
  </QueryClientProvider>,
);
