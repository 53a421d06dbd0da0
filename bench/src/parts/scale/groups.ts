import { failures, machines } from './assumptions.ts'
import { bytesOfPerson, callsInBusiestHour, peopleByZone, sumPeople } from './demand.ts'
import { callsOfDatabase, nodesFor, useOfDatabase } from './saturation.ts'
import type { Team } from './teams.ts'

/** The teams of one database, with the nodes that serve them. */
export interface Group {
  /** The teams that it serves. */
  teams: Set<Team>
  /** Copies of teams that are still served elsewhere. */
  copies: Set<Team>
  people: Map<number, number>
  nodes: number
  /** Calls that wait, because the database is away or too busy. */
  waiting: number
}

export interface Move {
  team: Team
  from: Group
  to: Group
  /** How long its rows take to be copied, and how much of that is left. Seconds. */
  copySeconds: number
  left: number
  /** Calls that wait for the new place, because its writes are held at the end. */
  held: number
}

/** A group that was too busy gives away teams until this part of what it may use is used. */
const relieved = 0.95

/** Which team is on which database. */
export class Groups {
  readonly list: Group[] = []
  readonly moves = new Set<Move>()
  readonly #homes = new Map<Team, Group>()
  readonly #capacity: number
  readonly #moveMiBPerSecond: number

  /** Puts the largest teams first, each where there is most room. `capacity`: calls in a second of a database. */
  constructor(
    teams: readonly Team[],
    count: number,
    { capacity = callsOfDatabase, moveMiBPerSecond = failures.moveMiBPerSecond } = {},
  ) {
    this.#capacity = capacity
    this.#moveMiBPerSecond = moveMiBPerSecond
    for (let i = 0; i < count; i++) this.#add()
    const sizes = this.list.map(() => 0)
    for (const team of teams.toSorted((a, b) => b.people - a.people)) {
      const least = sizes.indexOf(Math.min(...sizes))
      sizes[least] = (sizes[least] ?? 0) + team.people
      const group = this.list[least]
      if (group) this.#home(team, group)
    }
    this.measure()
  }

  homeOf(team: Team): Group | undefined {
    return this.#homes.get(team)
  }

  /** Counts the people of groups anew, and gives them the nodes that they need. */
  measure(groups: readonly Group[] = this.list): void {
    for (const group of groups) {
      group.people = peopleByZone(group.teams)
      group.nodes = nodesFor(callsInBusiestHour(group.people), sumPeople(group.people))
    }
  }

  /** Begins to move a team from each group that has too many people. Adds a database if none has room. */
  rebalance(): void {
    const uses = new Map(this.list.map((group) => [group, this.#useOf(group)]))
    const leaving = new Set([...this.moves].map(({ from }) => from))
    for (const [from, used] of uses) {
      if (used <= machines.busy || leaving.has(from)) continue
      const team = largestBelow(from, (used - machines.busy * relieved) / used)
      if (!team) continue
      const needed = useOfDatabase(peopleByZone([team]), this.#capacity)
      const [roomiest] = [...uses].filter(([group]) => group !== from).toSorted(([, a], [, b]) => a - b)
      const to = roomiest && roomiest[1] + needed <= machines.busy * relieved ? roomiest[0] : this.#add()
      uses.set(to, (uses.get(to) ?? 0) + needed)
      to.copies.add(team)
      const seconds = (team.people * bytesOfPerson) / 2 ** 20 / this.#moveMiBPerSecond
      this.moves.add({ team, from, to, copySeconds: seconds, left: seconds, held: 0 })
    }
  }

  /** The team is served at its new place from now on, and no more at the old one. */
  finish(move: Move): void {
    this.moves.delete(move)
    move.to.copies.delete(move.team)
    move.from.teams.delete(move.team)
    this.#home(move.team, move.to)
    move.to.waiting += move.held
    this.measure([move.from, move.to])
  }

  /** The team stays where it is. */
  abandon(move: Move): void {
    this.moves.delete(move)
    move.to.copies.delete(move.team)
  }

  /** Throws unless each of these teams is served by one database: the one that the directory names. */
  check(teams: readonly Team[]): void {
    for (const team of teams) {
      const serving = this.list.filter((group) => group.teams.has(team))
      if (serving.length !== 1) throw new Error(`Team ${team.id} is on ${serving.length} databases.`)
      if (serving[0] !== this.#homes.get(team)) throw new Error(`Team ${team.id} is not where the directory says.`)
    }
  }

  /** With the teams that are on their way to it. */
  #useOf({ people, copies }: Group): number {
    const coming = [...copies].map((team) => useOfDatabase(peopleByZone([team]), this.#capacity))
    return coming.reduce((sum, part) => sum + part, useOfDatabase(people, this.#capacity))
  }

  #home(team: Team, group: Group): void {
    group.teams.add(team)
    this.#homes.set(team, group)
  }

  #add(): Group {
    const group: Group = { teams: new Set(), copies: new Set(), people: new Map(), nodes: 2, waiting: 0 }
    this.list.push(group)
    return group
  }
}

/**
 * The largest team with at most this part of the people of its group, or else the smallest that is larger. A team that is alone
 * needs a larger database, not another.
 */
function largestBelow(group: Group, part: number): Team | undefined {
  if (group.teams.size < 2) return undefined
  const all = sumPeople(group.people)
  const teams = [...group.teams].toSorted((a, b) => b.people - a.people)
  return teams.find(({ people }) => people <= all * part) ?? teams.at(-1)
}
