import { useEffect, useState } from 'react'
import { useWorkspace } from '#store/workspace/workspace.ts'

/** The time of the server, which passes by the second while `isRunning`. */
export function useNow(isRunning: boolean): number {
  const clockAhead = useWorkspace((state) => state.clockAhead)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isRunning) return undefined
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isRunning])
  return now + clockAhead
}
