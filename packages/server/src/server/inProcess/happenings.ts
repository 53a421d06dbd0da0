import type { Bus } from '#bus/bus'
import { listTeamIds } from '#domain/access/teams'
import type { Journal } from '#http/development/journal'
import type { Store } from '#store/db'
import { followedColumns, type FollowedEntry, type News } from '#store/news'

/** All that has happened since the start: the log of every team, from the first entry after the workspace was loaded. */
export class Happenings {
  readonly #store: Store
  readonly #entries: FollowedEntry[] = []
  readonly #listeners = new Set<() => void>()
  #stops: (() => void)[] = []

  private constructor(store: Store) {
    this.#store = store
  }

  static async follow(store: Store, bus: Bus, journal: Journal): Promise<Happenings> {
    const happenings = new Happenings(store)
    const teams = await listTeamIds(store.db)
    happenings.#stops = [
      ...teams.map((team) => bus.follow(team, (news) => happenings.#add(news))),
      journal.listen(() => happenings.#wake()),
    ]
    return happenings
  }

  get entries(): readonly FollowedEntry[] {
    return this.#entries
  }

  /** Calls `listener` after every change, call, delivery and interaction. Returns a function that ends this. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  stop(): void {
    for (const stop of this.#stops) stop()
  }

  #add({ logged, team, last }: News): void {
    if (logged) this.#push(logged.entries)
    else void this.#read(team, last)
  }

  /** News may come without their entries. */
  async #read(team: string, last: number): Promise<void> {
    const known = this.#entries.findLast((entry) => entry.team_id === team)?.seq ?? 0
    const entries = this.#store.db.selectFrom('log').select(followedColumns).where('team_id', '=', team)
    this.#push(await entries.where('seq', '>', known).where('seq', '<=', last).orderBy('seq').execute())
  }

  #push(entries: readonly FollowedEntry[]): void {
    this.#entries.push(...entries)
    this.#wake()
  }

  #wake(): void {
    for (const listener of this.#listeners) listener()
  }
}
