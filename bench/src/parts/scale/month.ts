import { failures } from './assumptions.ts'
import { callsAt, costOfCall } from './demand.ts'
import { type Group, Groups } from './groups.ts'
import type { Random } from './random.ts'
import { callsOfDatabase } from './saturation.ts'
import { growOneDay, type Team } from './teams.ts'

const stepSeconds = 60

export interface Month {
  groups: Groups
  /** Calls that came, that were answered, and that still wait. A call that is refused is repeated until it is answered. */
  arrived: number
  done: number
  waiting: number
  /** Calls that were not answered in the minute in which they came. */
  delayed: number
  longestWaitSeconds: number
  failedDatabases: number
  failedNodes: number
  /** The teams that have moved. */
  moved: { people: number; copySeconds: number; heldCalls: number }[]
  /** Moves that were given up, because a database failed meanwhile. */
  abandoned: number
}

interface Options {
  days?: number
  /** Calls in a second of one database. */
  capacity?: number
  rates?: typeof failures
  onMinute?: (groups: Groups) => void
}

/** A month in which teams grow, nodes and databases fail, and teams move to where there is room. */
export function simulateMonth(
  teams: readonly Team[],
  databases: number,
  random: Random,
  { days = 30, capacity = callsOfDatabase, rates = failures, onMinute = () => {} }: Options = {},
): Month {
  const groups = new Groups(teams, databases, { capacity, moveMiBPerSecond: rates.moveMiBPerSecond })
  const month: Month = {
    groups,
    arrived: 0,
    done: 0,
    waiting: 0,
    delayed: 0,
    longestWaitSeconds: 0,
    failedDatabases: 0,
    failedNodes: 0,
    moved: [],
    abandoned: 0,
  }
  const awayUntil = new Map<Group, number>()
  for (let minute = 0; minute < days * 1440; minute++) {
    if (minute % 1440 === 1439) {
      growOneDay(teams, random)
      groups.measure()
    }
    if (minute % 60 === 0) groups.rebalance()
    for (const group of groups.list) if (fails(rates.databaseDays)) failDatabase(group, minute)
    holdWrites(minute)
    for (const group of groups.list) serve(group, minute)
    finishMoves()
    onMinute(groups)
  }
  month.waiting = groups.list.reduce((sum, { waiting }) => sum + waiting, 0)
  return month

  /** Whether something that fails each so many days does so in this minute. */
  function fails(days: number): boolean {
    return random.next() < stepSeconds / (days * 86_400)
  }

  function failDatabase(group: Group, minute: number): void {
    month.failedDatabases++
    awayUntil.set(group, minute + rates.databaseSeconds / stepSeconds)
    for (const move of [...groups.moves].filter(({ from, to }) => from === group || to === group)) {
      groups.abandon(move)
      month.abandoned++
    }
  }

  /** In the last minute of its move, some calls of a team wait. */
  function holdWrites(minute: number): void {
    for (const move of groups.moves) {
      move.left -= stepSeconds
      const { people, zone } = move.team
      if (move.left <= 0) move.held = people * callsAt(minute / 60, zone) * Math.min(stepSeconds, rates.moveSeconds)
    }
  }

  function serve(group: Group, minute: number): void {
    let arrived = 0
    for (const [zone, people] of group.people) arrived += people * callsAt(minute / 60, zone) * stepSeconds
    let held = 0
    for (const move of groups.moves) if (move.from === group) held += move.held
    const away = Math.min(1, Math.max(0, (awayUntil.get(group) ?? 0) - minute))
    const isOneAway = fails(rates.nodeDays / group.nodes)
    if (isOneAway) month.failedNodes++
    const nodes = group.nodes - (isOneAway ? rates.nodeSeconds / stepSeconds : 0)
    const perSecond = Math.min(capacity, (nodes * 1e6) / costOfCall.node)
    const offered = group.waiting + arrived - held
    const done = Math.min(offered, perSecond * (1 - away) * stepSeconds)
    month.arrived += arrived
    month.done += done
    month.delayed += Math.min(arrived, offered - done + held)
    group.waiting = offered - done
    const wait = group.waiting / perSecond + away * stepSeconds
    if (group.waiting > 0) month.longestWaitSeconds = Math.max(month.longestWaitSeconds, wait)
  }

  function finishMoves(): void {
    for (const move of [...groups.moves].filter(({ left }) => left <= 0)) {
      groups.finish(move)
      const { team, copySeconds, held } = move
      month.moved.push({ people: team.people, copySeconds, heldCalls: held })
    }
  }
}
