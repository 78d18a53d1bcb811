import { z } from 'zod';
import { blindMethods } from './blind.ts';
import { codebookMethods } from './codebook.ts';
import { connectionMethods } from './connection.ts';
import { executionMethods } from './execution.ts';
import { exportMethods } from './export.ts';
import { goldMethods } from './gold.ts';
import { importMethods } from './import.ts';
import { localMethods } from './local.ts';
import { overviewMethods } from './overview.ts';
import { projectMethods } from './project.ts';
import { reportMethods } from './report.ts';
import { roomMethods } from './room.ts';
import type { Client, Handlers } from './rpc.ts';
import { ruleMethods } from './rules.ts';
import { searchMethods } from './search.ts';
import { timeMethods } from './time.ts';
import { trajectoryMethods } from './trajectories.ts';
import { trialMethods } from './trial.ts';
import { verificationMethods } from './verification.ts';

/** What may have changed, so that a client asks again. */
export const TOPICS = [
  'project',
  'import',
  'execution',
  'rules',
  'verdicts',
  'systems',
  'samples',
  'labels',
  'codebook',
  'blind',
] as const;
export type Topic = (typeof TOPICS)[number];

/** Everything that the service can be asked, and everything that it tells by itself. */
export const ASSAY = {
  methods: {
    ...projectMethods,
    ...importMethods,
    ...connectionMethods,
    ...executionMethods,
    ...ruleMethods,
    ...goldMethods,
    ...localMethods,
    ...overviewMethods,
    ...roomMethods,
    ...codebookMethods,
    ...blindMethods,
    ...timeMethods,
    ...reportMethods,
    ...exportMethods,
    ...searchMethods,
    ...trajectoryMethods,
    ...verificationMethods,
    ...trialMethods,
  },
  events: {
    changed: z.object({ topics: z.array(z.enum(TOPICS)) }),
    /** The open project's file is damaged: from now on every call that needs it is refused. */
    damaged: z.object({ message: z.string(), next: z.string().nullable() }),
  },
} as const;

export type AssayContract = typeof ASSAY;
export type AssayClient = Client<AssayContract>;
export type AssayHandlers = Handlers<AssayContract>;
