import { createStore } from 'zustand/vanilla'
import { useStore } from 'zustand'
import { remember, remembered } from './remembered.ts'
import { workspace, type Workspace } from './workspace.ts'

/** The ts up to which each channel was read in this browser. */
type Reading = Readonly<Record<string, string>>

export const reading = createStore<Reading>(() => ({}))

export function useRead(): Reading {
  return useStore(reading)
}

export function isUnread(state: Workspace, read: Reading, channel: string): boolean {
  const latest = state.channels[channel]?.latest
  return !!latest && latest > (read[channel] ?? '')
}

/** After the first greeting. A browser that was never here starts with everything read. */
export function startReading(state: Workspace): void {
  const known = parsed(remembered(keyOf(state)))
  const all = Object.values(state.channels).map((channel) => [channel.id, channel.latest ?? ''])
  reading.setState(known ?? Object.fromEntries(all), true)
}

export function markRead(channel: string): void {
  const state = workspace.getState()
  const latest = state.channels[channel]?.latest
  if (!latest || latest <= (reading.getState()[channel] ?? '')) return
  reading.setState({ [channel]: latest })
  remember(keyOf(state), JSON.stringify(reading.getState()))
}

function keyOf(state: Workspace): string {
  return `read.${state.team.id}.${state.you}`
}

function parsed(text: string | undefined): Reading | undefined {
  try {
    if (text === undefined) return undefined
    const kept: Reading = JSON.parse(text)
    return kept
  } catch {
    return undefined
  }
}
