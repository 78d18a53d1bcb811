import { z } from 'zod';
import { ERROR_CODES, type WireError } from './errors.ts';

const wireError: z.ZodType<WireError> = z.lazy(() =>
  z.object({
    code: z.enum(ERROR_CODES),
    message: z.string(),
    next: z.string().optional(),
    cause: z.union([wireError, z.object({ message: z.string() })]).optional(),
  }),
);

/** Every message between a client (window, CLI) and the service. */
export const wireSchema = z.discriminatedUnion('t', [
  z.object({ t: z.literal('req'), id: z.number(), method: z.string(), params: z.unknown() }),
  z.object({ t: z.literal('cancel'), id: z.number() }),
  z.object({ t: z.literal('prog'), id: z.number(), data: z.unknown() }),
  z.object({ t: z.literal('ok'), id: z.number(), result: z.unknown() }),
  z.object({ t: z.literal('err'), id: z.number(), error: wireError }),
  z.object({ t: z.literal('evt'), name: z.string(), data: z.unknown() }),
]);
export type Wire = z.infer<typeof wireSchema>;

/** One end of a message channel. A MessagePort, a utility process and a Node child all fit it. */
export type Port = {
  post(message: Wire): void;
  onMessage(listener: (message: unknown) => void): void;
  onClose(listener: (reason: string) => void): void;
};
