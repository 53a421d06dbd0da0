import { useCallback, useEffect, useState } from 'react'
import { act } from '#store/act.ts'
import { lookedAt } from '#store/looking.ts'
import { useWorkspace, workspace } from '#store/workspace.ts'

/** Tells an app which side of it somebody looks at, and brings its home. */
export function useVisit(app: string | undefined, tab: 'home' | 'messages' | undefined) {
  const [trouble, setTrouble] = useState<string>()
  // A fresh start has forgotten the homes.
  const epoch = useWorkspace((state) => state.epoch)
  const go = useCallback(async () => {
    if (app === undefined || tab === undefined) return
    setTrouble(undefined)
    const answer = await act('home', { app_id: app, tab, looking: lookedAt() })
    if (!answer.ok) return setTrouble(answer.detail)
    const { view } = answer.answer
    workspace.setState(({ homes }) => ({ homes: { ...homes, [app]: view } }))
  }, [app, tab])
  useEffect(() => void go(), [go, epoch])
  return { trouble, again: () => void go() }
}
