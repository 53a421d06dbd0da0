import { costs, machines, usage } from './assumptions.ts'
import type { Team } from './teams.ts'

/** What one person needs on a working day. */
const callsOfDay = {
  append: usage.answers * usage.appendsPerAnswer,
  post: usage.messages + 2 * usage.answers, // a stream begins and ends as well
  replies: usage.threadsRead,
  status: usage.statuses,
}

export const callsPerDay = Object.values(callsOfDay).reduce((sum, calls) => sum + calls, 0)

const framesPerDay =
  callsOfDay.append * usage.viewersOfAnswer + (callsOfDay.post + callsOfDay.status) * usage.viewersOfMessage

const messagesPerDay = usage.messages + usage.answers

/** Processor time of one call of the usual mix, microseconds, with the frames that it causes. */
export const costOfCall = {
  node: (weigh('node') + framesPerDay * costs.frame) / callsPerDay,
  database: weigh('database') / callsPerDay,
}

/** What is logged goes over the bus: everything but reads. */
export const messagesOfCall = 1 - callsOfDay.replies / callsPerDay
export const appendsOfCall = callsOfDay.append / callsPerDay

/** Of a person, when all that is kept is there. */
export const bytesOfPerson = messagesPerDay * machines.daysKept * machines.bytesPerMessage
/** Memory of the nodes for a person in the busiest hour. A stream is open for a minute. */
export const nodeMiBOfPerson =
  (usage.viewers * costs.viewerKiB + ((usage.answers * Math.max(...usage.hours)) / 60) * costs.streamKiB) / 1024

/** Calls of one person in a second, at this time: hours since the start of a Monday, UTC. */
export function callsAt(hour: number, zone: number): number {
  const local = hour + zone + 24
  const day = Math.floor(local / 24 + 6) % 7
  const share = usage.hours[Math.floor(local) % 24] ?? 0
  return ((callsPerDay * share) / 3600) * (day >= 5 ? usage.weekend : 1)
}

function weigh(side: 'node' | 'database'): number {
  const { append, post, replies, status } = costs.calls
  return (
    callsOfDay.append * append[side] +
    callsOfDay.post * post[side] +
    callsOfDay.replies * replies[side] +
    callsOfDay.status * status[side]
  )
}

/** How many people live in each zone, hours from UTC. */
export type PeopleByZone = ReadonlyMap<number, number>

export function peopleByZone(teams: Iterable<Team>): Map<number, number> {
  const people = new Map<number, number>()
  for (const team of teams) people.set(team.zone, (people.get(team.zone) ?? 0) + team.people)
  return people
}

export function sumPeople(people: PeopleByZone): number {
  return [...people.values()].reduce((sum, living) => sum + living, 0)
}

/** Calls in a second of the busiest hour of a working day. */
export function callsInBusiestHour(people: PeopleByZone): number {
  let most = 0
  for (let hour = 24; hour < 48; hour++) {
    let calls = 0
    for (const [zone, living] of people) calls += living * callsAt(hour, zone)
    most = Math.max(most, calls)
  }
  return most
}
