import type { ItemOf } from '#shared/contract/import.ts';
import { dsrSql } from './dsr-sql.ts';
import { inspect } from './inspect.ts';
import { messages } from './messages.ts';
import { reforce } from './reforce.ts';
import { spiderAgent } from './spider-agent.ts';
import { spiderAgentTc } from './spider-agent-tc.ts';
import type { Modelled, Part, TrajectoryFormat } from './trajectory.ts';

/** Every kind of agent log by its format. */
export const TRAJECTORY_READERS: Readonly<Record<ItemOf<'trajectories'>['format'], TrajectoryFormat>> = {
  'spider-agent-tc': spiderAgentTc,
  'spider-agent': spiderAgent,
  'dsr-sql': dsrSql,
  reforce,
  messages,
  inspect,
};

/** What a kept log says. It is read anew each time, so that a better reading needs no new import. */
export const modelOfParts = (format: string, parts: readonly Part[]): Modelled =>
  TRAJECTORY_READERS[format as keyof typeof TRAJECTORY_READERS].model(parts);
