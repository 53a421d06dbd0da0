import type { ReportRow } from '#report'
import { costs, machines, prices } from './assumptions.ts'
import { bytesOfPerson, callsInBusiestHour, peopleByZone } from './demand.ts'
import { simulateMonth } from './month.ts'
import { Random } from './random.ts'
import { bill, databasesFor, nodesFor, peopleOfOneLog, useOfOneDatabase } from './saturation.ts'
import { countPeople, makeTeams } from './teams.ts'

/** Simulates a server of this many teams: what is used up first, at which size, and what a month costs. */
export function simulateScale(count: number, seed: number): ReportRow[] {
  const teams = makeTeams(count, new Random(seed))
  const people = countPeople(teams)
  const sizes = teams.map((team) => team.people).toSorted((a, b) => a - b)
  const calls = callsInBusiestHour(peopleByZone(teams))
  const largestTenth = sizes.slice(-Math.ceil(count / 10)).reduce((sum, size) => sum + size, 0) / people
  const rows: ReportRow[] = [
    {
      what: `${whole(count)} teams`,
      figure:
        `${whole(people)} people; half of the teams have fewer than ${whole(sizes[count >> 1] ?? 0)}, the largest ` +
        `${whole(sizes.at(-1) ?? 0)}; the largest tenth has ${(largestTenth * 100).toFixed(0)} % of them`,
    },
    {
      what: 'in their busiest hour',
      figure: `${whole(calls)} calls a second (costs: ${costs.source}), ${whole((people * bytesOfPerson) / 2 ** 40)} TiB kept`,
    },
  ]
  return [...rows, ...whatEndsFirst(teams), ...costsBySize(count, seed), ...aMonth(count, seed)]
}

type Teams = ReturnType<typeof makeTeams>

/** With one database and as many nodes as it needs: what is used up first as teams come. */
function whatEndsFirst(teams: Teams): ReportRow[] {
  const logOfLargest = 'the log of the largest team'
  const people = countPeople(teams) / teams.length
  const shared = useOfOneDatabase(teams).filter(({ what }) => what !== logOfLargest)
  const limits = shared.map(({ what, used }, i) => {
    const size = (teams.length * machines.busy) / used
    return {
      what: `one database: ${i === 0 ? 'first' : 'then'} the ${what.replace(/^the /, '')}`,
      figure: `${(machines.busy * 100).toFixed(0)} % used at ${whole(size)} teams, ${whole(size * people)} people`,
    }
  })
  const most = peopleOfOneLog() * machines.busy
  return [...limits, { what: 'any number of databases: one team', figure: `its log at ${whole(most)} people` }]
}

function costsBySize(count: number, seed: number): ReportRow[] {
  const sizes = [count / 1000, count / 100, count / 10, count].map(Math.round).filter((size) => size > 0)
  return sizes.map((size) => {
    const teams = makeTeams(size, new Random(seed))
    const [people, databases] = [countPeople(teams), databasesFor(teams)]
    // Each database has one node more than it needs.
    const nodes = nodesFor(callsInBusiestHour(peopleByZone(teams)), people) + databases - 1
    const cost = bill(people, nodes, databases)
    const parts = `nodes ${whole(cost.nodes)}, databases ${whole(cost.databases)}, disks ${whole(cost.disks)}, Redis ${whole(cost.redis)}`
    return {
      what: `a month of ${whole(size)} teams, ${whole(people)} people`,
      figure: `$${whole(cost.total)} (${parts}); ${nodes} nodes, ${databases} times ${prices.databasesPerGroup} databases; $${((cost.total / people) * 1000).toFixed(1)} for 1,000 people`,
    }
  })
}

function aMonth(count: number, seed: number): ReportRow[] {
  const teams = makeTeams(count, new Random(seed))
  const before = databasesFor(teams)
  const month = simulateMonth(teams, before, new Random(seed + 1))
  month.groups.check(teams)
  const copies = month.moved.map(({ copySeconds }) => copySeconds).toSorted((a, b) => a - b)
  const [median, longest] = [copies[copies.length >> 1] ?? 0, copies.at(-1) ?? 0]
  const held = month.moved.reduce((sum, { heldCalls }) => sum + heldCalls, 0)
  return [
    {
      what: 'a month: what failed',
      figure: `${month.failedNodes} times a node, ${month.failedDatabases} times a database`,
    },
    {
      what: 'a month: calls',
      figure:
        `${(month.done / 1e9).toFixed(2)} thousand million, ${((100 * month.delayed) / month.arrived).toFixed(4)} % of them not at once; ` +
        `the longest waited ${month.longestWaitSeconds.toFixed(0)} s; ${whole(Math.abs(month.arrived - month.done - month.waiting))} lost`,
    },
    {
      what: 'a month: teams that moved',
      figure:
        `${month.moved.length}, and ${month.abandoned} given up; from ${before} to ${month.groups.list.length} databases; ` +
        `copied in ${whole(median)} s (median), ${whole(longest)} s (longest); ${whole(held)} calls waited for that`,
    },
  ]
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en')
}
