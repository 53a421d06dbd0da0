import type { News } from '#store/news'

/**
 * Tells readers of the log what is new. It may lose, double and reorder news: readers see by the numbers what they have
 * missed, and find it in the log.
 */
export interface Bus {
  /** Tells followers in every process what this one has logged. */
  publish(news: News): void
  /** Tells followers in this process what another one has logged, as the database says. */
  wake(news: News): void
  /** Calls `listener` with the news of a team. The returned function ends that. */
  follow(team: string, listener: NewsListener): () => void
}

/** `isHearsay`: a message said so, and not the database. It may be wrong. */
export type NewsListener = (news: News, isHearsay: boolean) => void
