import {
  type ActFault,
  type InjectedFault,
  type InProcessOptions,
  type NamedChannel,
  type Snapshotable,
  startInProcess,
  type StateChange,
  type WaitingFault,
  type WorkspaceState,
} from 'rivulet/inProcess'
import type { App } from './app.ts'
import { Cast } from './cast.ts'
import { TestClock } from './clock.ts'
import { Context, type SettledOptions } from './context.ts'
import { TestJournal } from './journal.ts'
import type { Person } from './person.ts'
import { TestWorkspace } from './testWorkspace.ts'
import { toWorkspaceSource, type Workspace } from './workspace.ts'

export type { Choice, Message, Seen, Snapshotable, StateChange, Stream, WorkspaceState } from 'rivulet/inProcess'
export type { App } from './app.ts'
export type { TestClock } from './clock.ts'
export type { RivuletTimeout } from './context.ts'
export type { CallFilter, DeliveryFilter, InteractionFilter, TestJournal } from './journal.ts'
export type { Person, Surface, Upload } from './person.ts'
export type { Where } from './place.ts'
export type { TestWorkspace } from './testWorkspace.ts'
export type { AppManifest, Workspace, WorkspaceOutline } from './workspace.ts'

export interface RivuletOptions extends InProcessOptions {
  /** Two people, a channel `general` and no app by default. */
  workspace?: Workspace
  /** How long is waited for something before an error says what happened in place of it, milliseconds; 5,000 by default. */
  timeout?: number
}

/** Something that goes wrong because a test asked for it: with a call, a socket, an event, a stream, a token, an app. */
export type Fault = InjectedFault

/** Starts a server in this process, in memory and on a port of its own. `await using` closes it at the end of its block. */
export async function startRivulet(options: RivuletOptions = {}): Promise<Rivulet> {
  const { workspace = {}, timeout = 5000, ...inProcess } = options
  return new Rivulet(new Context(await startInProcess(toWorkspaceSource(workspace), inProcess), timeout))
}

/** A running server, with the people, apps and channels of its workspace by name. */
export class Rivulet implements AsyncDisposable {
  /** `http://127.0.0.1:PORT`, also the address of the web client. */
  readonly url: string
  /** Where the Web API is: `slackApiUrl` of the SDKs. */
  readonly apiUrl: string
  readonly clock: TestClock
  readonly journal: TestJournal
  readonly #context: Context
  readonly #cast: Cast
  #closed: Promise<void> | undefined

  constructor(context: Context) {
    const { inside } = context
    this.#context = context
    this.url = inside.url
    this.apiUrl = `${inside.url}/api/`
    this.clock = new TestClock(inside)
    this.journal = new TestJournal(inside)
    this.#cast = new Cast(context, [...inside.directory])
  }

  /** A person by their name or id. With several teams, the first team that has them, or the one of that name or id. */
  person(name: string, team?: string): Person {
    return this.#cast.person(name, team)
  }

  /** An app by its name, that of its bot user, or its id. The name may be left out if there is one app only. */
  app(name?: string, team?: string): App {
    return this.#cast.app(name, team)
  }

  /** A channel of the start by its name, with or without `#`, or its id. */
  channel(name: string, team?: string): NamedChannel {
    return this.#cast.channel(name, team)
  }

  /**
   * Makes a workspace for one test, beside those of others: `await using workspace = await server.workspace({ apps: [manifest] })`.
   * The clock, faults and the journal are the server's.
   */
  async workspace(workspace: Workspace = {}): Promise<TestWorkspace> {
    const made = await this.#context.inside.makeWorkspace(toWorkspaceSource(workspace))
    return new TestWorkspace(this.#context, made)
  }

  /**
   * Lets the next calls, events or sockets meet a fault: `{ method, error: 'ratelimited', times: 2 }`, `{ method, fault: 'lost' }`,
   * `{ fault: 'event', how: 'twice' }`.
   */
  inject(fault: WaitingFault): void
  /**
   * Does something in the middle of an app's work: `{ fault: 'stream', how: 'stopped', after: 2 }`,
   * `{ fault: 'token', how: 'revoked', app: 'scout' }`, `{ fault: 'app', how: 'uninstalled', app: 'scout' }`. What is done at once
   * is done when this resolves.
   */
  inject(fault: ActFault): Promise<void>
  inject(fault: Fault): void | Promise<void> {
    const { faults } = this.#context.inside
    const named = 'app' in fault ? fault.app : undefined
    // The app of a workspace that was made later has only its id here.
    const app = named === undefined || /^A[0-9A-Z]{8,}$/.test(named) ? named : this.app(named).id
    const of = app === undefined ? {} : { app }
    if (fault.fault === 'stream') return faults.acts.add({ ...fault, ...of })
    if (fault.fault === 'token' || fault.fault === 'app') return faults.acts.add({ ...fault, ...of })
    faults.add({ ...fault, ...of })
  }

  /**
   * Waits until nobody has anything left to do: every event is acknowledged, no stream is open, no status is shown, no call and no
   * interaction is under way, and for `quiet` milliseconds (50 by default) nothing has happened. An app that thinks for longer
   * without a status or a stream looks settled meanwhile: use `app.replies`.
   */
  settled(options?: SettledOptions): Promise<void> {
    return this.#context.settled(options)
  }

  /**
   * Waits until `find` returns something other than undefined or false, and returns that. It is asked whenever something has
   * happened in the server: `await server.until(async () => (await ana.sees(question)).status)`.
   */
  until<T>(find: () => Promise<T | undefined | false>): Promise<T> {
    return this.#context.until(async () => {
      const found = await find()
      return found === false ? undefined : found
    }, 'What the test waits for has not come')
  }

  /**
   * Text that is the same in every run, for a snapshot in a file: of a message, of what a person sees, or of entries of the
   * journal. `<ana>` stands for an id, `<ts 1>` for the first `ts` that appears in it.
   */
  snapshot(what: Snapshotable): string {
    return this.#context.inside.snapshot(what)
  }

  /**
   * All that people and apps have made of the workspace, as plain JSON: `diffState` names what was done between two of them. With
   * several teams, that of the team of this id or name: `server.state(workspace.id)` of a workspace for one test.
   */
  state(team?: string): Promise<WorkspaceState> {
    const { directory, state } = this.#context.inside
    const [one, ...others] = directory.filter(({ id, name }) => team === undefined || id === team || name === team)
    const id = one && others.length === 0 ? one.id : team
    if (id === undefined) throw new Error(`Name one team of ${directory.map(({ name }) => name).join(', ')}.`)
    return state(id)
  }

  /** What has been done between two states of one team, one change each. */
  diffState(before: WorkspaceState, after: WorkspaceState): StateChange[] {
    return this.#context.inside.diffState(before, after)
  }

  /** Closes the server. May be called more than once. Throws what went wrong in the server unexpectedly. */
  close(): Promise<void> {
    return (this.#closed ??= this.#close())
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  async #close(): Promise<void> {
    const { inside } = this.#context
    await inside.stop()
    const [first] = inside.unexpectedErrors
    if (first !== undefined) throw new Error('Something went wrong in the server.', { cause: first })
  }
}
