import { useCallback, useEffect, useState } from 'react'
import { sendInteraction } from '#store/interactions/sendInteraction.ts'
import { useWorkspace, workspace } from '#store/workspace/workspace.ts'

/** Tells an app which of its tabs the person opens, and fetches its home. */
export function useAppVisit(app: string | undefined, tab: 'home' | 'messages' | undefined) {
  const [error, setError] = useState<string>()
  // A new snapshot contains no homes.
  const epoch = useWorkspace((state) => state.epoch)
  const visit = useCallback(async () => {
    if (app === undefined || tab === undefined) return
    setError(undefined)
    const result = await sendInteraction('home', { app_id: app, tab })
    if (!result.ok) return setError(result.detail)
    const { view } = result.answer
    workspace.setState(({ homes }) => ({ homes: { ...homes, [app]: view } }))
  }, [app, tab])
  useEffect(() => void visit(), [visit, epoch])
  return { error, retry: () => void visit() }
}
