import { WrongUsage } from '#cli/terminal/failure'
import { suggestion } from '#documents/didYouMean'
import type { Directory } from '#http/development/commands/directory'
import type { DevelopmentServer } from '#cli/servers/developmentServer'

/** The server is asked for names at most once in this time, milliseconds. */
const askAgainMs = 1000

/** The names of a server's people, channels and apps. */
export class Names {
  readonly #server: DevelopmentServer
  #teams: readonly Directory[] = []
  #byId = new Map<string, string>()
  #askedAt = -Infinity

  constructor(server: DevelopmentServer) {
    this.#server = server
  }

  async load(): Promise<void> {
    this.#askedAt = performance.now()
    this.#teams = (await this.#server.get<{ teams: Directory[] }>('/control/directory')).teams
    this.#byId = new Map(this.#teams.flatMap(namesOf))
  }

  /** Asks again if one of these is not known: somebody may have made it meanwhile. */
  async know(ids: readonly (string | undefined)[]): Promise<void> {
    const isKnown = ids.every((id) => id === undefined || id === '' || this.#byId.has(id))
    if (isKnown || performance.now() - this.#askedAt < askAgainMs) return
    // Names are a help; without them ids are shown.
    await this.load().catch(() => {})
  }

  /** What people call it: `#launch`, `Scout`. An id that is not known stays as it is. */
  of(id: string): string {
    return this.#byId.get(id) ?? id
  }

  /** The id of an app by its id, its name or that of its bot. Throws `WrongUsage`. */
  findApp(name: string): string {
    const apps = this.#teams.flatMap((team) => team.apps)
    return this.#find('app', name, apps, (app) => [app.id, app.name, app.bot_name, app.bot_user])
  }

  /** The id of a channel by its id or name, with or without `#`. Throws `WrongUsage`. */
  findChannel(name: string): string {
    const channels = this.#teams.flatMap((team) => team.channels)
    // Direct messages have no names here.
    if (/^[CDG][A-Z0-9]{2,}$/.test(name)) return name
    return this.#find('channel', name.replace(/^#/, ''), channels, (channel) => [channel.id, channel.name])
  }

  #find<T extends { id: string }>(
    what: string,
    name: string,
    all: readonly T[],
    namesOf: (one: T) => string[],
  ): string {
    const wanted = name.toLowerCase()
    const found = all.find((one) => namesOf(one).some((known) => known.toLowerCase() === wanted))
    if (found) return found.id
    const known = all.map((one) => namesOf(one)[1] ?? one.id)
    throw new WrongUsage(`There is no ${what} ${JSON.stringify(name)}${suggestion(name, known)}`)
  }
}

function namesOf({ people, channels, apps }: Directory): [string, string][] {
  return [
    ...people.map((person): [string, string] => [person.id, person.name]),
    ...channels.map((channel): [string, string] => [channel.id, `#${channel.name}`]),
    ...apps.flatMap((app): [string, string][] => [
      [app.id, app.name],
      [app.bot_user, app.bot_name],
    ]),
  ]
}
