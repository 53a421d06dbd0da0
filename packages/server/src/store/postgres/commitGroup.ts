import { setImmediate as nextTurn } from 'node:timers/promises'
import type { UnitOfWork } from '#store/unitOfWork'
import type { Hearing } from './hearing.ts'
import { type Ending, logStatements, teamsOf, type WrittenLog } from './logStatement.ts'
import { LazyTransaction } from './connections/transaction.ts'
import type { WatchedPool } from './connections/watchedPool.ts'
import { hasCode, teamAway } from './failures.ts'

type Known = ReturnType<Hearing['known']>

interface Waiting extends Ending {
  resolve: (isTrue: boolean) => void
  reject: (error: unknown) => void
}

/** How many groups are under way at most. Other connections are for others. */
const maxGroups = 4

/**
 * Commits writes that did nothing but log, in groups: what a team writes during one commit shares the next, because a
 * commit costs more than an entry. Each team has a group of its own while there are groups for all of them, so a team that
 * another process writes to holds up no other. If more teams wait, they share the groups that are left, and wait for each other.
 */
export class CommitGroups {
  readonly #pool: WatchedPool
  readonly #unchecked: boolean
  readonly #hearing: Pick<Hearing, 'known'>
  readonly #takeUp: (works: readonly UnitOfWork[], written: WrittenLog, known: Known) => void
  /** By the teams that they write to. */
  readonly #waiting = new Map<string, { teams: readonly string[]; writes: Waiting[] }>()
  /** The teams of the groups under way. */
  readonly #underWay = new Set<string>()
  #groups = 0
  #willStart = false

  /**
   * `takeUp` is called with the writes that were committed, before anybody is answered, and with what `hearing` knew of
   * the teams before the commit.
   */
  constructor(
    pool: WatchedPool,
    unchecked: boolean,
    hearing: Pick<Hearing, 'known'>,
    takeUp: (works: readonly UnitOfWork[], written: WrittenLog, known: Known) => void,
  ) {
    this.#hearing = hearing
    this.#pool = pool
    this.#unchecked = unchecked
    this.#takeUp = takeUp
  }

  /** Resolves with whether what the write believed was true. If not, nothing was written. */
  commit(ending: Ending): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const teams = teamsOf(ending.work)
      const key = teams.join()
      const waiting = this.#waiting.get(key)
      const write = { ...ending, resolve, reject }
      if (waiting) waiting.writes.push(write)
      else this.#waiting.set(key, { teams, writes: [write] })
      if (this.#willStart) return
      this.#willStart = true
      // What arrives before the next turn of the event loop goes together.
      void nextTurn().then(() => {
        this.#willStart = false
        this.#start()
      })
    })
  }

  #start(): void {
    while (this.#groups < maxGroups) {
      const ready = [...this.#waiting].filter(([, { teams }]) => teams.every((team) => !this.#underWay.has(team)))
      if (ready.length === 0) return
      const together = ready.slice(0, Math.ceil(ready.length / (maxGroups - this.#groups)))
      for (const [key] of together) this.#waiting.delete(key)
      void this.#commitGroup(
        together.flatMap(([, { teams }]) => teams),
        together.flatMap(([, { writes }]) => writes),
      )
    }
  }

  async #commitGroup(teams: readonly string[], group: readonly Waiting[]): Promise<void> {
    this.#groups++
    for (const team of teams) this.#underWay.add(team)
    await this.#commitWrites(teams, group)
    this.#groups--
    for (const team of teams) this.#underWay.delete(team)
    this.#start()
  }

  async #commitWrites(teams: readonly string[], group: readonly Waiting[]): Promise<void> {
    try {
      const known = this.#hearing.known(teams)
      const written = await new LazyTransaction(this.#pool).commit(logStatements(group, false, this.#unchecked))
      if (!written) throw new Error('PostgreSQL answered nothing about the log.')
      const outdated = new Set(written.outdated)
      const works = group.flatMap(({ work }, i) => (outdated.has(i) ? [] : [work]))
      this.#takeUp(works, written, known)
      for (const [i, { resolve }] of group.entries()) resolve(!outdated.has(i))
    } catch (error) {
      const byTeams = Map.groupBy(group, ({ work }) => teamsOf(work).join())
      // [NOD-10] A team that takes no writes does not refuse those of the others.
      if (byTeams.size > 1 && hasCode(error, teamAway))
        for (const [key, writes] of byTeams) await this.#commitWrites(key.split(','), writes)
      else for (const { reject } of group) reject(error)
    }
  }
}
