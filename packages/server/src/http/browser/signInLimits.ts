import type { SharedWindows } from '#bus/sharedWindows'
import { CountedWindows } from '#domain/access/countedWindows'
import { networkOfOne } from '#domain/access/networks'
import { hashToken } from '#domain/ids'

/** Failed attempts in a minute. */
const limits = { account: 5, network: 20, strangersOfAccount: 20 }

/** Where somebody signs in. */
export interface SignInOrigin {
  /** The caller's address. */
  address: string
  /** The browser, if the person has signed in with it before. */
  knownBrowser: string | undefined
}

/** One attempt, which counts as failed unless it is forgiven. */
export interface Attempt {
  forgive: () => void
}

/**
 * [SES-4] Counts failed attempts to sign in. Whoever tries from other browsers uses up nothing of a browser that the
 * person has signed in with before.
 */
export class SignInLimits {
  readonly #windows: CountedWindows

  /** `shared` counts what other processes admit too. */
  constructor(shared?: SharedWindows) {
    this.#windows = new CountedWindows(shared)
  }

  /** Admits an attempt, or returns after how many seconds one would be admitted. */
  async take(
    email: string,
    { address, knownBrowser }: SignInOrigin,
    now: number,
  ): Promise<Attempt | { retryAfter: number }> {
    const network = networkOfOne(address)
    const counted: [what: string, limit: number][] =
      knownBrowser === undefined
        ? [
            [`${email} from ${network}`, limits.account],
            [`from ${network}`, limits.network],
            [`${email} from strangers`, limits.strangersOfAccount],
          ]
        : [[`${email} with ${knownBrowser}`, limits.account]]
    const taken: string[] = []
    const forgive = () => {
      for (const key of taken) this.#windows.giveBack(key, now)
    }
    for (const [what, limit] of counted) {
      // Addresses of people are nobody else's business.
      const key = `sign-in:${hashToken(what)}`
      const limited = await this.#windows.take(key, limit, now)
      if (limited) {
        forgive()
        return limited
      }
      taken.push(key)
    }
    return { forgive }
  }
}
