import path from 'node:path';
import type { Step } from '#shared/model/trajectory.ts';
import { cleanSql, isNoAnswer } from '../predictions/cleaning.ts';
import { type SourceFile, walk } from '../sources/files.ts';
import { Problem, systemProblem } from '../sources/problem.ts';
import { readBytes, readText } from '../sources/text.ts';
import { brokenUnit, type Read, type Unit } from '../unit.ts';
import { readObservation } from './observation.ts';
import type { Modelled, Part, TrajectoryFormat, TrajectoryRecord } from './trajectory.ts';

const FILE = /^(\d*)(log\.log|result\.sql|result\.csv)$/;
const LINE = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:,\d+)?) - .*? - (?:INFO|ERROR|WARNING|DEBUG) - (.*)$/;
const TAG = /^\[([^\]]{1,80})\]\s*$/;

type Section = { readonly tag: string; readonly body: string; readonly at: string };

/** The sections of a log: a tag on a line of the logger opens one, the same tag (or the next line of the logger) closes it. */
function sectionsOf(log: string): Section[] {
  const sections: Section[] = [];
  let open: { tag: string; at: string; lines: string[] } | null = null;
  const close = () => {
    if (open) sections.push({ tag: open.tag, body: open.lines.join('\n').trim(), at: open.at });
    open = null;
  };
  for (const line of log.split(/\r?\n/)) {
    const [, at, message] = LINE.exec(line) ?? [];
    if (at !== undefined && message !== undefined) {
      close();
      const [, tag] = /^\[([^\]]{1,80})\]/.exec(message) ?? [];
      const rest = message.replace(/^\[[^\]]*\]\s*/, '');
      if (tag !== undefined) open = { tag, at, lines: rest === '' ? [] : [rest] };
      else sections.push({ tag: '', body: message, at });
    } else if (open !== null) {
      const current: { tag: string; at: string; lines: string[] } = open;
      if (TAG.exec(line)?.[1] === current.tag) close();
      else current.lines.push(line);
    }
  }
  close();
  return sections;
}

const TRIES = /^(try to execute|try to run sql|corrected sql)/i;
const SUCCEEDED = /^(successfully executed|results for corrected sql)/i;
const FAILED = /^error occurred/i;

function stepsOf(log: string): Step[] {
  const steps: Step[] = [];
  for (const { tag, body, at } of sectionsOf(log)) {
    const last = steps.at(-1);
    if (TRIES.test(tag)) {
      const sql = cleanSql(body).sql;
      steps.push({
        thought: null,
        tool: tag,
        call: [{ name: 'sql', text: sql }],
        sql,
        observation: null,
        outcome: 'unknown',
        at,
      });
    } else if ((SUCCEEDED.test(tag) || FAILED.test(tag)) && last?.sql && last.observation === null) {
      last.observation = body;
      if (FAILED.test(tag)) Object.assign(last, { outcome: 'error', error: body.slice(0, 2_000) });
      else Object.assign(last, readObservation(body, true));
    } else if (body !== '' || tag !== '') {
      steps.push({
        thought: tag === '' ? body : `${tag}\n${body}`.trim(),
        tool: null,
        call: [],
        sql: null,
        observation: null,
        outcome: 'unknown',
        at,
      });
    }
  }
  return steps;
}

function model(parts: readonly Part[]): Modelled {
  const textOf = (ending: string) => parts.find(([name]) => name.endsWith(ending))?.[1] ?? null;
  const sql = textOf('result.sql');
  const answered = sql !== null && !isNoAnswer(cleanSql(sql).sql);
  return {
    prompt: null,
    trajectory: {
      steps: stepsOf(textOf('log.log') ?? ''),
      terminated: answered,
      answer: answered ? sql : null,
      extractionMethod: answered ? 'result.sql' : null,
    },
  };
}

/** Rollout 0 is what the vote chose; candidate k is rollout k + 1. */
async function* readFolder(instanceId: string, files: readonly SourceFile[]): AsyncGenerator<Read<TrajectoryRecord>> {
  const candidates = new Map<number, SourceFile[]>();
  for (const file of files) {
    const [, number = ''] = FILE.exec(path.basename(file.name))!;
    const rollout = number === '' ? 0 : Number(number) + 1;
    candidates.set(rollout, [...(candidates.get(rollout) ?? []), file]);
  }
  for (const [rollout, own] of [...candidates].sort(([a], [b]) => a - b)) {
    try {
      const parts: Part[] = [];
      let csv: Buffer | null = null;
      for (const file of own) {
        const name = `${instanceId}/${path.basename(file.name)}`;
        if (file.name.endsWith('.csv')) csv = await readBytes(file.path);
        parts.push([name, await readText(file.path)]);
      }
      yield { key: instanceId, text: own[0]!.name, record: { instanceId, rollout, parts, csv } };
    } catch (error) {
      const problem = error instanceof Problem ? error : systemProblem(error);
      if (problem === null) throw error;
      yield { key: instanceId, problem: new Problem(`candidate ${rollout - 1}: ${problem.message}`, problem.text) };
    }
  }
}

async function* unitsBelow(place: string): AsyncGenerator<Unit<TrajectoryRecord>> {
  let id: string | null = null;
  let files: SourceFile[] = [];
  const unit = (instanceId: string, own: readonly SourceFile[]): Unit<TrajectoryRecord> => ({
    name: instanceId,
    size: own.reduce((sum, each) => sum + each.size, 0),
    modified: Math.max(...own.map((each) => each.modified)),
    read: () => readFolder(instanceId, own),
  });
  for await (const file of walk(place)) {
    if ('problem' in file) {
      yield brokenUnit(file.name, file.problem);
      continue;
    }
    if (!FILE.test(path.basename(file.name))) continue;
    const owner = path.basename(path.dirname(file.path));
    if (id !== null && owner !== id) {
      yield unit(id, files);
      files = [];
    }
    id = owner;
    files.push(file);
  }
  if (id !== null) yield unit(id, files);
}

/** ReFoRCE: `{id}/{k}log.log, {k}result.sql, {k}result.csv` for every candidate, and the voted ones without a number. */
export const reforce: TrajectoryFormat = { read: unitsBelow, model };
