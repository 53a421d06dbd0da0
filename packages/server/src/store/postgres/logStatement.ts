import { toParameter } from '#store/tables/rows'
import type { UnitOfWork } from '#store/unitOfWork'
import type { Statement } from './connections/statementNames.ts'
import { hasCode } from './failures.ts'

/** By team: the number of the newest change that is heard of. The map is replaced, never changed. */
export type Heard = ReadonlyMap<string, number>

/** Kinds of entries that make something untrue which processes remember of the team. */
export const changingKinds = ['team', 'user', 'usergroup', 'channel', 'member', 'token', 'deleted'] as const
/** They stand in statements as they are: only then does PostgreSQL use an index of these entries alone. */
export const changingKindsSql = changingKinds.map((kind) => `'${kind}'`).join(', ')

/** A write that is about to be committed, and what was heard of each team before it began. */
export interface Ending {
  work: UnitOfWork
  heard: Heard
}

/** What ends a transaction that writes to the log: it takes numbers, and writes the entries. */
export interface LogStatements {
  take: Statement
  write: Statement
}

export interface WrittenLog {
  /** The positions of the writes that believed something untrue. Nothing of them was written. */
  outdated: number[]
  /** By team: its newest number before these entries, its newest number now, and that of its newest change. */
  teams: Record<string, { after: number; last: number; changed: number }>
}

/** How the statement fails that ends a transaction which believed something untrue: it divides by zero, and nothing else does. */
const divisionByZero = '22012'

/** Whether a transaction failed because it believed something untrue. PostgreSQL says so in the language of its machine. */
export function isOutdated(error: unknown): boolean {
  return hasCode(error, divisionByZero)
}

/**
 * Takes the next numbers of each team. Who takes some of the same team waits until this transaction has ended, so numbers
 * become visible in their order, and those of a transaction that is undone are taken by the next. Teams come in one
 * order, so that nobody waits in a circle.
 *
 * PostgreSQL would plan the next statement anew each time, which takes longer than to execute it.
 */
const take = `
insert into team_log as t (team_id, last)
select team_id, entries from unnest($1::text[], $2::bigint[]) as e (team_id, entries) order by team_id
on conflict (team_id) do update set last = t.last + excluded.last
returning set_config('plan_cache_mode', 'force_generic_plan', true)`

/**
 * Checks what each write believed, and writes the entries of those that were right. The numbers are taken in a statement
 * of its own before, because a statement sees what was committed when it began. Numbers of what was not written are
 * given back.
 *
 * Its one plan has to suit a log of any length, also one that was empty when it was made. So what is looked up in the log is a
 * scalar subquery: for `exists`, PostgreSQL may read the whole log into a hash table each time.
 */
const write = `
with entry as (
  select * from unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[],
    $8::bigint[], $9::bigint[], $10::text[], $11::text[])
  with ordinality as e (write, team_id, kind, channel_id, ts, subject, n, total, at, body, change, i)
), belief as (
  select * from unnest($12::int[], $13::text[], $14::bigint[]) as b (write, team_id, heard)
), finished as (
  select * from unnest($15::int[], $16::text[], $17::text[], $18::text[], $19::bigint[])
    as f (write, team_id, channel_id, ts, n)
), before as (
  select team_id, t.last - b.entries as after, t.last, t.changed
  from unnest($20::text[], $21::bigint[]) as b (team_id, entries) join team_log t using (team_id)
), outdated as (
  select write from belief b join before t using (team_id) where t.changed <> b.heard
  union
  select write from entry e
  where n is not null and (
    coalesce((
      select true from log l
      where l.team_id = e.team_id and l.channel_id = e.channel_id and l.ts = e.ts and l.n = e.n
    ), false)
    or coalesce((
      select s.ended_at is not null from streams s
      where s.team_id = e.team_id and s.channel_id = e.channel_id and s.ts = e.ts
    ), true)
  )
  union
  select write from finished f
  where coalesce((
    select true from log l
    where l.team_id = f.team_id and l.channel_id = f.channel_id and l.ts = f.ts and l.n > f.n limit 1
  ), false)
), written as (
  insert into log (seq, team_id, kind, channel_id, ts, subject, n, total, at, body, change)
  select after + row_number() over (partition by team_id order by i),
    team_id, kind, channel_id, ts, subject, n, total, at, body, change
  from entry join before using (team_id) where write not in (select write from outdated) order by i
  returning seq, team_id, kind
), after as (
  select team_id, b.after, b.last as taken, b.changed as known,
    coalesce(max(seq), b.after) as last,
    coalesce(max(seq) filter (where kind in (${changingKindsSql})), b.changed) as changed
  from before b left join written using (team_id) group by team_id, b.after, b.last, b.changed
), corrected as (
  update team_log t set last = a.last, changed = a.changed
  from after a where a.team_id = t.team_id and (a.last, a.changed) <> (a.taken, a.known)
)
select array(select write from outdated) as outdated,
  (select json_object_agg(team_id, json_build_object('after', after, 'last', last, 'changed', changed)) from after) as teams,
  1 / case when $22 and exists (select from outdated) then 0 else 1 end`

/** The same without the check, for a proof that shows what then is lost. */
const writeUnchecked = write.replace('outdated as (', 'outdated as (select 0 as write where false), found as (')

/** Whether there is anything to write to the log, or to check. */
export function needsLog({ entries, teams, finished }: UnitOfWork): boolean {
  return entries.length > 0 || teams !== undefined || finished !== undefined
}

/** The teams that a write logs or believes something of. */
export function teamsOf({ entries, teams }: UnitOfWork): string[] {
  const all = new Set(teams)
  for (const { team_id: team } of entries) all.add(team)
  return [...all]
}

/** Takes no numbers, but waits for those who have, and keeps the next ones waiting. */
export function holdTeams(teams: readonly string[]): Statement {
  return takeNumbers(new Map(teams.map((team) => [team, 0])))
}

function takeNumbers(counts: ReadonlyMap<string, number>): Statement {
  return { sql: take, parameters: [[...counts.keys()], [...counts.values()]] }
}

/** `strict`: one that believed something untrue fails the transaction. Otherwise the others are written. */
export function logStatements(endings: readonly Ending[], strict: boolean, unchecked: boolean): LogStatements {
  const entries: unknown[][] = Array.from({ length: 11 }, () => [])
  const beliefs: unknown[][] = Array.from({ length: 3 }, () => [])
  const finished: unknown[][] = Array.from({ length: 5 }, () => [])
  const counts = new Map<string, number>()
  for (const [position, { work, heard }] of endings.entries()) {
    for (const team of teamsOf(work)) {
      if (!counts.has(team)) counts.set(team, 0)
      add(beliefs, [position, team, heard.get(team) ?? 0])
    }
    for (const e of work.entries) {
      counts.set(e.team_id, (counts.get(e.team_id) ?? 0) + 1)
      const { channel_id = null, ts = null, subject = null, n = null, total = null } = e
      add(entries, [position, e.team_id, e.kind, channel_id, ts, toParameter(subject), n, total, e.at])
      entries[9]?.push(e.body ? toParameter(e.body) : null)
      entries[10]?.push(e.change ? toParameter(e.change) : null)
    }
    for (const { stream, n } of work.finished ?? [])
      add(finished, [position, stream.team_id, stream.channel_id, stream.ts, n])
  }
  const teams = [[...counts.keys()], [...counts.values()]]
  const parameters = [...entries, ...beliefs, ...finished, ...teams, strict]
  return {
    take: takeNumbers(counts),
    write: { sql: unchecked ? writeUnchecked : write, parameters },
  }
}

function add(columns: unknown[][], row: unknown[]): void {
  for (const [i, value] of row.entries()) columns[i]?.push(value)
}
