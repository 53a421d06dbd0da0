import { useEffect, useState } from 'react'
import { serverNow } from '#schedule/serverTime.ts'
import { request } from '#store/client/pageClient.ts'
import { formatAt } from '#words/times.ts'
import { useWorkspace, workspace } from '#store/workspace/workspace.ts'

/** [NTF-7] Whether the person does not want to be disturbed at this moment. */
export function isQuiet(): boolean {
  return workspace.getState().activity.quietUntil > serverNow().getTime()
}

/** [NTF-7] Until when the person does not want to be disturbed, in the server's time; undefined when that is over. */
export function useQuietUntil(): number | undefined {
  const until = useWorkspace((state) => state.activity.quietUntil)
  const [, setOver] = useState(0)
  const left = until - serverNow().getTime()
  useEffect(() => {
    // Browsers cannot wait for longer than 24 days.
    if (left <= 0 || left > 2 ** 31 - 1) return undefined
    const end = setTimeout(() => setOver(until), left)
    return () => clearTimeout(end)
  }, [left, until])
  return left > 0 ? until : undefined
}

/** Asks the server to let nothing disturb the person until then, on any of their devices; 0 ends it. Returns what went wrong. */
export async function setQuietUntil(until: number): Promise<string | undefined> {
  const result = await request({ type: 'quiet', until }, 'done')
  return result.ok ? undefined : result.detail
}

export function formatQuietUntil(at: number): string {
  const today = new Date(at).toDateString() === serverNow().toDateString()
  return formatAt(at, today ? 'time' : 'longWeekdayAndTime')
}
