import { costs, machines, prices } from './assumptions.ts'
import {
  appendsOfCall,
  bytesOfPerson,
  callsInBusiestHour,
  costOfCall,
  messagesOfCall,
  nodeMiBOfPerson,
  type PeopleByZone,
  peopleByZone,
  sumPeople,
} from './demand.ts'
import { countPeople, type Team } from './teams.ts'

/** What one database with its nodes and its Redis has, and how much of it these teams use. 1 is all. */
export interface Use {
  what: string
  used: number
}

/** How many nodes these teams need. */
export function nodesFor(calls: number, people: number): number {
  const byProcessor = (calls * costOfCall.node) / 1e6 / machines.busy
  const byMemory = (people * nodeMiBOfPerson) / (machines.nodeMiB - machines.nodeBaseMiB) / machines.busy
  // One more may fail.
  return Math.ceil(Math.max(byProcessor, byMemory)) + 1
}

/** Calls in a second that a database serves with all its cores. */
export const callsOfDatabase = (machines.databaseCores * 1e6) / costOfCall.database

/** How much of a database these people use: of its processors or its disk, whichever is more. */
export function useOfDatabase(people: PeopleByZone, capacity = callsOfDatabase): number {
  return Math.max(callsInBusiestHour(people) / capacity, useOfDisk(sumPeople(people)))
}

function useOfDisk(people: number): number {
  return (people * bytesOfPerson) / (machines.databaseGiB * 2 ** 30)
}

/** How much of everything there is one of is used in the busiest hour, the most used first. */
export function useOfOneDatabase(teams: readonly Team[]): Use[] {
  const [people, calls] = [countPeople(teams), callsInBusiestHour(peopleByZone(teams))]
  const uses = [
    { what: 'processors of the database', used: calls / callsOfDatabase },
    { what: 'disk of the database', used: useOfDisk(people) },
    {
      what: 'connections to the database',
      used: (nodesFor(calls, people) * machines.connectionsPerNode) / machines.databaseConnections,
    },
    { what: 'Redis', used: (calls * messagesOfCall) / machines.redisMessages },
    { what: 'the log of the largest team', used: useOfLog(teams) },
  ]
  return uses.toSorted((a, b) => b.used - a.used)
}

function useOfLog(teams: readonly Team[]): number {
  return teams.reduce((most, team) => Math.max(most, team.people), 0) / peopleOfOneLog()
}

/** How many people of one team write as much as its log takes. */
export function peopleOfOneLog(): number {
  const ofPerson = callsInBusiestHour(new Map([[0, 1]])) * appendsOfCall
  return costs.appendsOfOneTeam / ofPerson
}

/** How many databases are needed, so that none is busier than it may be. */
export function databasesFor(teams: readonly Team[]): number {
  const split = useOfOneDatabase(teams).filter(({ what }) => what !== 'the log of the largest team')
  return Math.ceil(Math.max(...split.map(({ used }) => used)) / machines.busy)
}

export interface Bill {
  nodes: number
  databases: number
  disks: number
  redis: number
  total: number
}

/** What so many people cost in a month, in dollars. */
export function bill(people: number, nodes: number, databases: number): Bill {
  const disk = (people * bytesOfPerson) / 2 ** 30
  const parts = {
    nodes: nodes * prices.node,
    databases: databases * prices.databasesPerGroup * prices.database,
    disks: disk * prices.databasesPerGroup * prices.diskGiB,
    redis: databases * prices.redis,
  }
  return { ...parts, total: Object.values(parts).reduce((sum, part) => sum + part, 0) }
}
