import { create } from 'zustand';
import type { ExecutionStatus } from '#shared/model/execution.ts';

/** Instances that a screen shows, offered as those to run. */
export type OfferedInstances = { readonly title: string; readonly instanceIds: readonly string[] };

export type RunDialogName =
  | { readonly name: 'run'; readonly offered: OfferedInstances | null }
  | { readonly name: 'executions'; readonly status: ExecutionStatus };

/** The dialogs about runs, which any screen may open. */
export const useRunDialogs = create<{ dialog: RunDialogName | null }>(() => ({ dialog: null }));

/** Opens the dialog that chooses what runs; `offered` are instances that may be chosen beside samples and strata. */
export const openRunDialog = (offered: OfferedInstances | null = null): void =>
  useRunDialogs.setState({ dialog: { name: 'run', offered } });
export const openExecutions = (status: ExecutionStatus): void =>
  useRunDialogs.setState({ dialog: { name: 'executions', status } });
export const closeRunDialog = (): void => useRunDialogs.setState({ dialog: null });
