import type { NamedChannel, TeamDirectory } from 'rivulet/inProcess'
import { App } from './app.ts'
import type { Context } from './context.ts'
import { Person } from './person.ts'
import { findApp, findNamed } from './place.ts'

/** The people, apps and channels of some teams, by name. */
export class Cast {
  readonly #teams: readonly TeamDirectory[]
  readonly #people = new Map<string, Person>()
  readonly #apps = new Map<string, App>()

  constructor(context: Context, teams: readonly TeamDirectory[]) {
    this.#teams = teams
    for (const team of teams) {
      for (const person of team.people) this.#people.set(person.id, new Person(context, team, person))
      for (const app of team.apps) this.#apps.set(`${team.id} ${app.id}`, new App(context, team, app))
    }
  }

  person(name: string, team?: string): Person {
    for (const of of this.#named(team)) {
      const found = this.#people.get(findNamed(of.people, name)?.id ?? '')
      if (found) return found
    }
    throw this.#unknown('person', name, ({ people }) => people)
  }

  app(name?: string, team?: string): App {
    const [only, ...others] = this.#apps.values()
    if (name === undefined && only && others.length === 0) return only
    for (const of of this.#named(team)) {
      const found = name === undefined ? undefined : this.#apps.get(`${of.id} ${findApp(of, name)?.id}`)
      if (found) return found
    }
    throw this.#unknown('app', name ?? '', ({ apps }) => apps)
  }

  channel(name: string, team?: string): NamedChannel {
    for (const { channels } of this.#named(team)) {
      const found = findNamed(channels, name.replace(/^#/, ''))
      if (found) return found
    }
    throw this.#unknown('channel', name, ({ channels }) => channels)
  }

  #named(wanted: string | undefined): readonly TeamDirectory[] {
    return wanted === undefined ? this.#teams : this.#teams.filter(({ id, name }) => id === wanted || name === wanted)
  }

  #unknown(what: string, name: string, list: (team: TeamDirectory) => { name: string }[]): Error {
    const known = this.#teams.flatMap(list)
    const there = known.length > 0 ? `There are: ${known.map((one) => one.name).join(', ')}.` : 'There is none.'
    return new Error(`There is no ${what} ${JSON.stringify(name)}. ${there}`)
  }
}
