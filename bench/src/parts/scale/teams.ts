import { world } from './assumptions.ts'
import type { Random } from './random.ts'

export interface Team {
  id: number
  people: number
  /** Hours from UTC. */
  zone: number
}

/** Few huge teams and many small ones. The same for the same generator. */
export function makeTeams(count: number, random: Random): Team[] {
  return Array.from({ length: count }, (_, id) => ({
    id,
    people: clamp(world.medianPeople * Math.exp(world.deviation * random.normal())),
    zone: world.zones[random.weighted(world.peopleByZone)] ?? 0,
  }))
}

/** One day's growth of every team. */
export function growOneDay(teams: readonly Team[], random: Random): void {
  const daily = Math.log(world.monthlyGrowth) / 30
  const deviation = world.monthlyDeviation / Math.sqrt(30)
  // The mean of the factor is the growth: without the second part, the deviation would add to it.
  const drift = daily - deviation ** 2 / 2
  for (const team of teams) team.people = clamp(team.people * Math.exp(drift + deviation * random.normal()))
  for (let i = Math.round(world.becomeLarge / 30); i > 0; i--) {
    const team = teams[Math.floor(random.next() * teams.length)]
    if (team) team.people = clamp(team.people * 10)
  }
}

/** A person more or less counts too, so that slow growth is not rounded away. */
function clamp(people: number): number {
  return Math.min(world.largest, Math.max(2, people))
}

export function countPeople(teams: readonly Team[]): number {
  return teams.reduce((sum, { people }) => sum + people, 0)
}
