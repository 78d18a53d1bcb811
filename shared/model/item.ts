import { z } from 'zod';

/** An item to label: the prediction of a system for an instance, by their row ids. */
export const itemKeySchema = z.object({ instance: z.number().int(), system: z.number().int() });
export type ItemKey = z.infer<typeof itemKeySchema>;

/** An item as the key of a map. */
export const keyOfItem = ({ instance, system }: Readonly<ItemKey>): string => `${instance} ${system}`;
