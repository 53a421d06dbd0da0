import type { MadeTeam, NamedChannel } from 'rivulet/inProcess'
import type { App } from './app.ts'
import { Cast } from './cast.ts'
import type { Context, SettledOptions } from './context.ts'
import type { Person } from './person.ts'

/** A workspace of one test, beside others in a server. `await using` drops it at the end of its block. */
export class TestWorkspace implements AsyncDisposable {
  /** The id of its team. */
  readonly id: string
  readonly #context: Context
  readonly #cast: Cast
  readonly #tokens: ReadonlyMap<string, string>

  constructor(context: Context, { team, tokens }: MadeTeam) {
    this.id = team.id
    this.#context = context
    this.#cast = new Cast(context, [team])
    this.#tokens = tokens
  }

  /** A person by their name or id. */
  person(name: string): Person {
    return this.#cast.person(name)
  }

  /** A user token that may do all that a person may, for the SDKs. */
  tokenOf(person: Person): string {
    return this.#tokens.get(person.id) ?? ''
  }

  /** An app by its name, that of its bot user, or its id. The name may be left out if there is one app only. */
  app(name?: string): App {
    return this.#cast.app(name)
  }

  /** A channel by its name, with or without `#`, or its id. */
  channel(name: string): NamedChannel {
    return this.#cast.channel(name)
  }

  /** Waits until nobody in it has anything left to do, whatever other workspaces of the server do. */
  settled(options?: SettledOptions): Promise<void> {
    return this.#context.settled(options, this.id)
  }

  /** Deletes everything in it. Its tokens are then those of a workspace that is gone. May be called more than once. */
  drop(): Promise<void> {
    return this.#context.inside.dropWorkspace(this.id)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.drop()
  }
}
