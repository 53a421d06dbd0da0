import type { QueryResult } from 'pg'
import type { Cache, LoggedChange } from '#store/cache'
import type { Clock } from '#store/clock'
import type { News } from '#store/news'
import { isOutOfReach, readOnlyCode } from '#store/outOfReach'
import { hasCode, teamAway } from './failures.ts'
import { changesAfter, judge, moved, noteTimeline, timelineNow } from './lookStatements.ts'
import type { Heard, WrittenLog } from './logStatement.ts'

interface Client {
  query(text: string, values: unknown[]): Promise<QueryResult>
}

/** How often the changes of other processes are looked for, and for how long readers believe what was found. Milliseconds. */
const lookMs = 500
const believedMs = 2000
/** Entries are kept for ten minutes. Who has not looked for longer than this may have missed some. */
const tooLateMs = 5 * 60_000
interface MovedTeam {
  team_id: string
  last: number
  changed: number
  /** How often its log was found to have gone back. */
  history: number
}

/** How far a standby may be behind that takes over. Milliseconds. */
const mostBehindMs = 10 * 60_000
/** Known of a log of which it is certain that it has gone back. */
const beyondAll = Number.MAX_SAFE_INTEGER

/** Hears what other processes log, so that nothing untrue is remembered for long, and readers are woken. */
export class Hearing {
  heard: Heard = new Map()
  /** Called with each team that others have logged something of. */
  onMoved: (news: News) => void = () => {}
  /** By team: the newest number that is known. */
  readonly #last = new Map<string, number>()
  /** By team: when that was heard of (`performance.now`). */
  readonly #heardAt = new Map<string, number>()
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
  #timeline: string | undefined
  readonly #createdAt = performance.now()
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
    for (const [team, { last }] of teams) {
      if (last <= (this.#last.get(team) ?? 0)) continue
      this.#last.set(team, last)
      this.#heardAt.set(team, performance.now())
    }
  }

  /** Looks over a connection that holds the teams of a write, so that nothing can change there afterwards. */
  async lookOver(client: Client): Promise<void> {
    const now = performance.now()
    const before = this.heard
    const { seen, rows } = await this.#readMoved(client)
    const news = rows.filter(({ team_id: team, changed }) => changed > this.#heardOf(team))
    const wentBack = rows.filter(({ team_id: team, changed }) => changed < (before.get(team) ?? 0))
    for (const { team_id: team } of wentBack) this.#suspects.set(team, beyondAll)
    const hasTakenOver = seen.server !== this.#seen.server && (await this.#hasTakenOver(seen.server))
    if (hasTakenOver) this.#suspectRecent(rows)
    const isOther = hasTakenOver || wentBack.length > 0 || rows.some((row) => this.#isAnew(row))
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
      else if (last < known) {
        this.#suspects.set(team, this.#suspects.get(team) ?? known)
        continue
      } else if (last > known || this.#overtaken.has(team)) this.#move({ team, last })
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

  /** Whether a standby has become the database since this was asked last. `server`: which one has answered just now. */
  async #hasTakenOver(server: string): Promise<boolean> {
    const answer = await this.#pool.query(timelineNow, []).catch((error: unknown) => {
      if (isOutOfReach(error)) throw error
    })
    const [row] = answer?.rows ?? []
    if (!row) return false
    if (row.server !== server) throw anotherDatabase()
    const [before, timeline] = [this.#timeline, String(row.timeline)]
    // Who has just begun to listen cannot know where something happened.
    const isNew = performance.now() - this.#createdAt < mostBehindMs
    if (timeline !== row.noted) await this.#pool.query(noteTimeline, [timeline, isNew])
    this.#timeline = timeline
    return before !== undefined && timeline !== before
  }

  /**
   * What the standby lacked may have been logged, and others may have logged as many since: then their numbers say nothing. Those of
   * which another process has said so already are judged.
   */
  #suspectRecent(rows: readonly MovedTeam[]): void {
    const from = performance.now() - mostBehindMs
    for (const row of rows)
      if ((this.#heardAt.get(row.team_id) ?? -Infinity) > from && !this.#isAnew(row))
        this.#suspects.set(row.team_id, beyondAll)
  }

  #isAnew({ team_id: team, history }: MovedTeam): boolean {
    return history !== (this.#history.get(team) ?? history)
  }

  /** The numbers from here on are others than those that were known. */
  #beginAnew({ team_id: team, last }: MovedTeam): void {
    this.#move({ team, last, isAnew: true })
  }

  #move(news: News): void {
    // At the start it hears of all teams, however long nothing has happened there.
    if (this.#last.has(news.team)) this.#heardAt.set(news.team, performance.now())
    this.#last.set(news.team, news.last)
    this.onMoved(news)
  }

  async #readMoved(client: Client) {
    const { server, horizon } = this.#seen
    const asked = performance.now()
    const { rows } = await client.query(moved, [server ?? null, horizon])
    const half = (performance.now() - asked) / 2
    if (rows[0]?.is_standby) throw anotherDatabase()
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

/** A standby says what was true some time ago. It is asked again once it has taken over. */
function anotherDatabase(): Error {
  return Object.assign(new Error('Another PostgreSQL is taking over.'), { code: readOnlyCode })
}
