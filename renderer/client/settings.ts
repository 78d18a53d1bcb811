import { create } from 'zustand';
import type { KeyChoice, Settings, Theme, Tour } from '#shared/contract/desktop.ts';
import { desktop } from './desktop.ts';

/** The settings of this machine; null until they are read. */
export const useSettings = create<{ settings: Settings | null }>(() => ({ settings: null }));

/** Reads the settings and follows them, also when another window changes them. */
export async function followSettings(): Promise<void> {
  desktop().onSettingsChanged((settings) => useSettings.setState({ settings }));
  useSettings.setState({ settings: await desktop().getSettings() });
}

export async function setTheme(theme: Theme): Promise<void> {
  useSettings.setState({ settings: await desktop().updateSettings({ theme }) });
}

export async function setKeys(keys: KeyChoice): Promise<void> {
  useSettings.setState({ settings: await desktop().updateSettings({ keys }) });
}

export async function setTour(tour: Tour): Promise<void> {
  useSettings.setState({ settings: await desktop().updateSettings({ tour }) });
}

/** Minutes of work after which a break is proposed; null = never. */
export async function setBreakMinutes(breakMinutes: number | null): Promise<void> {
  useSettings.setState({ settings: await desktop().updateSettings({ breakMinutes }) });
}

/** Remembers the annotator for projects opened later; {@link changeAnnotator} also tells the open project. */
export async function setAnnotatorSetting(annotator: string): Promise<void> {
  useSettings.setState({ settings: await desktop().updateSettings({ annotator }) });
}

/** Takes a project off the list of recent ones. */
export async function forgetProject(path: string): Promise<void> {
  await desktop().forgetProject(path);
  useSettings.setState({ settings: await desktop().getSettings() });
}
