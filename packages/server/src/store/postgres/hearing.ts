import type { QueryResult } from 'pg'
import type { Cache, LoggedChange } from '#store/cache'
import type { Clock } from '#store/clock'
import type { News } from '#store/news'
import { hasCode, teamAway } from './failures.ts'
import { changingKindsSql, type Heard, type WrittenLog } from './logStatement.ts'

interface Client {
  query(text: string, values: unknown[]): Promise<QueryResult>
}

/** How often the changes of other processes are looked for, and for how long readers believe what was found. Milliseconds. */
const lookMs = 500
const believedMs = 2000
/** Entries are kept for ten minutes. Who has not looked for longer than this may have missed some. */
const tooLateMs = 5 * 60_000

/**
 * The rows of the teams that have moved since an earlier look, and where the next look begins. A row that was written by a
 * transaction below the horizon was seen already: all of these had ended. The age of a transaction counts back from now, so
 * it can be compared although its number is one of 32 bits. A server that was started anew, or is another one, may have
 * lost what was seen: then all rows come. There is one row without a team if none has moved.
 */
const moved = `
with here as (
  select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as horizon, pg_postmaster_start_time()::text as server,
    extract(epoch from clock_timestamp())::float8 * 1000 as now
)
select horizon, server, now, team_id, last, changed, history from here left join team_log t
on $1::text is distinct from server or $2::bigint > horizon or age(t.xmin) <= age(($2::bigint % 4294967296)::text::xid)`

/** What has changed in teams after a number of each. There are few changes, between very many deltas. */
export const changesAfter = `
select kind, team_id, channel_id, ts, subject from unnest($1::text[], $2::bigint[]) as t (team, after)
join log on team_id = team and seq > after where kind in (${changingKindsSql}) order by seq`

interface MovedTeam {
  team_id: string
  last: number
  changed: number
  /** How often its log was found to have gone back. */
  history: number
}

/**
 * Gives a log another history if it ends before a number that was known to be committed: PostgreSQL has lost what came
 * after. That was known before the question, so nobody can only be ahead of it. One process does it for all.
 */
const judge = `
update team_log set history = history + 1 where team_id = $1 and last < $2::bigint and history = $3::bigint
returning team_id, last, changed, history`
/** Known of a log of which it is certain that it has gone back. */
const beyondAll = Number.MAX_SAFE_INTEGER

/** Hears what other processes log, so that nothing untrue is remembered for long, and readers are woken. */
export class Hearing {
  heard: Heard = new Map()
  /** Called with each team that others have logged something of. */
  onMoved: (news: News) => void = () => {}
  /** By team: the newest number that is known. */
  readonly #last = new Map<string, number>()
  /** By team: which history these numbers belong to. */
  readonly #history = new Map<string, number>()
  /** Teams of which others had logged something before this process wrote, with the number up to which they had. */
  readonly #overtaken = new Map<string, number>()
  /** Teams whose log seems to have gone back, with the number that it had before. */
  #suspects = new Map<string, number>()
  readonly #cache: Cache
  readonly #pool: Client
  readonly #clock: Clock
  #timer: NodeJS.Timeout | undefined
  #lastLook = -Infinity
  /** Where the next look begins. */
  #seen: { server: string | undefined; horizon: number } = { server: undefined, horizon: 0 }
  #looking: Promise<void> | undefined
  #next: Promise<void> | undefined

  constructor(cache: Cache, pool: Client, clock: Clock) {
    this.#cache = cache
    this.#pool = pool
    this.#clock = clock
  }

  start(): void {
    this.#timer = setInterval(() => void this.look().catch(() => {}), lookMs).unref() // the next one may succeed
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#next?.catch(() => {})
    await this.#looking?.catch(() => {})
  }

  /** Takes up the changes that were committed before this was called. */
  look(): Promise<void> {
    // One that is under way may have begun too early. All who ask meanwhile share the next one.
    if (!this.#looking) return (this.#looking = this.#lookAndJudge().finally(() => (this.#looking = undefined)))
    const look = () => {
      this.#next = undefined
      return this.look()
    }
    return (this.#next ??= this.#looking.then(look, look))
  }

  /** The newest numbers of these teams that are known to be committed. */
  known(teams: readonly string[]): ReadonlyMap<string, number> {
    return new Map(teams.map((team) => [team, this.#last.get(team) ?? 0]))
  }

  /**
   * Takes up what this process has logged itself. Of what was changed before, it had heard. `known`: what was known of these
   * teams before that.
   */
  raise(written: WrittenLog, known: ReadonlyMap<string, number>): void {
    for (const [team, { after }] of Object.entries(written.teams)) {
      if (after < (known.get(team) ?? 0)) this.#suspects.set(team, beyondAll)
      if (after > (this.#last.get(team) ?? 0)) this.#overtaken.set(team, after)
    }
    if (this.#suspects.size > 0) void this.look().catch(() => {}) // the next one may succeed
    const teams = Object.entries(written.teams).filter(([, { after, last }]) => last > after)
    this.#hear(teams.flatMap(([team, { changed }]) => (changed > this.#heardOf(team) ? [[team, changed]] : [])))
    for (const [team, { last }] of teams) if (last > (this.#last.get(team) ?? 0)) this.#last.set(team, last)
  }

  /** Looks over a connection that holds the teams of a write, so that nothing can change there afterwards. */
  async lookOver(client: Client): Promise<void> {
    const now = performance.now()
    const before = this.heard
    const { seen, rows } = await this.#readMoved(client)
    const news = rows.filter(({ team_id: team, changed }) => changed > this.#heardOf(team))
    const wentBack = rows.filter(({ team_id: team, changed }) => changed < (before.get(team) ?? 0))
    for (const { team_id: team } of wentBack) this.#suspects.set(team, beyondAll)
    const isOther = wentBack.length > 0 || rows.some((row) => this.#isAnew(row))
    // Changes that cannot be told: their entries may be gone, or this is a copy of the database from before.
    if (isOther || now - this.#lastLook > tooLateMs) this.#cache.clear()
    else if (news.length > 0) this.#cache.invalidate(await this.#read(client, news))
    // This process may have gone further meanwhile.
    const further = isOther ? rows : news.filter(({ team_id: team, changed }) => changed > this.#heardOf(team))
    this.#hear(further.map(({ team_id: team, changed }) => [team, changed]))
    this.#seen = seen
    this.#lastLook = now
    this.#cache.believedUntil = now + believedMs
    for (const row of rows) {
      const { team_id: team, last } = row
      const known = this.#last.get(team) ?? 0
      const isAnew = this.#isAnew(row)
      this.#history.set(team, row.history)
      if (isAnew) this.#beginAnew(row)
      // This process may have gone further meanwhile.
      else if (last < known) this.#suspects.set(team, this.#suspects.get(team) ?? known)
      else if (last > known || this.#overtaken.has(team)) this.#move({ team, last })
      this.#overtaken.delete(team)
    }
  }

  async #lookAndJudge(): Promise<void> {
    await this.lookOver(this.#pool)
    const suspects = this.#suspects
    this.#suspects = new Map()
    const judging = [...suspects].map(([team, known]) =>
      this.#judge(team, known).catch((error: unknown) => {
        this.#suspects.set(team, this.#suspects.get(team) ?? known)
        // [NOD-10] A team that is closed is judged when it is open again.
        if (!hasCode(error, teamAway)) throw error
      }),
    )
    await Promise.all(judging)
  }

  async #judge(team: string, known: number): Promise<void> {
    const { rows } = await this.#pool.query(judge, [team, known, this.#history.get(team) ?? 0])
    for (const row of rows) {
      this.#cache.clear()
      this.#hear([[row.team_id, row.changed]])
      this.#history.set(row.team_id, row.history)
      this.#beginAnew(row)
    }
  }

  #isAnew({ team_id: team, history }: MovedTeam): boolean {
    return history !== (this.#history.get(team) ?? history)
  }

  /** The numbers from here on are others than those that were known. */
  #beginAnew({ team_id: team, last }: MovedTeam): void {
    this.#move({ team, last, isAnew: true })
  }

  #move(news: News): void {
    this.#last.set(news.team, news.last)
    this.onMoved(news)
  }

  async #readMoved(client: Client) {
    const { server, horizon } = this.#seen
    const asked = performance.now()
    const { rows } = await client.query(moved, [server ?? null, horizon])
    const half = (performance.now() - asked) / 2
    this.#clock.follow(Number(rows[0]?.now) + half, half)
    const seen = { server: String(rows[0]?.server), horizon: Number(rows[0]?.horizon) }
    return { seen, rows: rows.filter((row): row is MovedTeam => row.team_id !== null) }
  }

  async #read(client: Client, news: { team_id: string }[]): Promise<LoggedChange[]> {
    const teams = news.map(({ team_id: team }) => team)
    const after = teams.map((team) => this.#heardOf(team))
    return (await client.query(changesAfter, [teams, after])).rows
  }

  /** Makes one new map for all of them: there may be very many teams. */
  #hear(changes: readonly (readonly [team: string, changed: number])[]): void {
    if (changes.length > 0) this.heard = new Map([...this.heard, ...changes])
  }

  #heardOf(team: string): number {
    return this.heard.get(team) ?? 0
  }
}
