import { describe, expect, test } from 'vitest'
import { failures, machines } from './assumptions.ts'
import { callsInBusiestHour, peopleByZone } from './demand.ts'
import { Groups } from './groups.ts'
import { simulateMonth } from './month.ts'
import { Random } from './random.ts'
import { simulateScale } from './scale.ts'
import { countPeople, growOneDay, makeTeams, type Team } from './teams.ts'

/** Databases fail every few hours, for three minutes, and a move takes long, so that it is often cut off. */
const hard = { ...failures, nodeDays: 1, databaseDays: 0.1, databaseSeconds: 180, moveMiBPerSecond: 10 }

/** What one of so many databases would need for its share of these teams. */
const share = (teams: readonly Team[], databases: number) =>
  callsInBusiestHour(peopleByZone(teams)) / databases / machines.busy

describe('the simulation of many teams', () => {
  test.each([1, 2, 3])('has no team on two databases and loses no call, with seed %i', (seed) => {
    const teams = makeTeams(300, new Random(seed))
    let minutes = 0
    const month = simulateMonth(teams, 2, new Random(seed), {
      days: 7,
      // Three are needed where there are two.
      capacity: share(teams, 3),
      rates: hard,
      onMinute: (groups) => {
        if (minutes++ % 10 === 0) groups.check(teams)
      },
    })
    expect(minutes).toBe(7 * 1440)
    expect(month.failedDatabases).toBeGreaterThan(0)
    expect(month.failedNodes).toBeGreaterThan(0)
    expect(month.moved.length).toBeGreaterThan(0)
    expect(month.abandoned).toBeGreaterThan(0)
    expect(month.moved.some(({ heldCalls }) => heldCalls > 0)).toBe(true)
    expect(month.groups.list.length).toBeGreaterThan(2)
    expect(month.delayed).toBeGreaterThan(0)
    expect((month.done + month.waiting) / month.arrived).toBeCloseTo(1, 9)
  })

  test('notices a team on two databases, on none, and at another than the directory names', () => {
    const teams = makeTeams(10, new Random(1))
    const [team] = teams
    const groups = new Groups(teams, 2)
    const home = team && groups.homeOf(team)
    const other = groups.list.find((group) => group !== home)
    if (!team || !home || !other) throw new Error('There are two groups.')
    expect(() => groups.check(teams)).not.toThrow()
    other.teams.add(team)
    expect(() => groups.check(teams)).toThrow('Team 0 is on 2 databases.')
    home.teams.delete(team)
    expect(() => groups.check(teams)).toThrow('is not where the directory says')
    other.teams.delete(team)
    expect(() => groups.check(teams)).toThrow('Team 0 is on 0 databases.')
  })

  test('serves every call at once while nothing fails and nobody moves', () => {
    const teams = makeTeams(300, new Random(1))
    const never = { ...failures, nodeDays: Infinity, databaseDays: Infinity }
    const month = simulateMonth(teams, 3, new Random(1), { days: 2, capacity: share(teams, 1), rates: never })
    expect(month.arrived).toBeGreaterThan(0)
    expect(month).toMatchObject({ delayed: 0, waiting: 0, failedDatabases: 0, failedNodes: 0, moved: [] })
  })

  test('says the same for the same seed, and something else for another', () => {
    expect(simulateScale(200, 5)).toEqual(simulateScale(200, 5))
    expect(simulateScale(200, 5)).not.toEqual(simulateScale(200, 6))
  })

  test('makes few teams huge and most small, and they grow', () => {
    const teams = makeTeams(100_000, new Random(1))
    const sizes = teams.map(({ people }) => people).toSorted((a, b) => b - a)
    const before = countPeople(teams)
    const largestTenth = sizes.slice(0, 10_000).reduce((sum, people) => sum + people, 0)
    expect(largestTenth / before).toBeGreaterThan(0.5)
    expect(sizes[50_000]).toBeLessThan(15)
    for (let day = 0; day < 30; day++) growOneDay(teams, new Random(day))
    expect(countPeople(teams) / before).toBeGreaterThan(1.01)
  })
})
