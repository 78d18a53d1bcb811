import { create } from 'zustand';
import { keyOfItem } from '#shared/model/item.ts';
import { rememberScope } from '../../ui/index.ts';
import type { Place } from './logic/moving.ts';

/** What was written for items since the window opened, by project and item; what was run is with the project. */
const useDrafts = create<{ texts: ReadonlyMap<string, string> }>(() => ({ texts: new Map() }));

const keyOf = (place: Place): string => `${rememberScope()} ${keyOfItem(place)}`;

/** The scratch query that was written for an item; undefined where none was. */
export const useScratchDraft = (place: Place): string | undefined => useDrafts(({ texts }) => texts.get(keyOf(place)));

export const writeScratch = (place: Place, text: string): void =>
  useDrafts.setState(({ texts }) => ({ texts: new Map(texts).set(keyOf(place), text) }));
