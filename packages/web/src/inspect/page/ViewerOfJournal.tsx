import { useMemo, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { ViewerContext, type Viewer } from '#blocks/viewer.ts'
import { names } from '#inspect/journal/names.ts'

/** Lets messages that are drawn here name people and channels. */
export function ViewerOfJournal({ team, children }: { team: string | undefined; children: ReactNode }) {
  const known = useStore(names)
  const viewer = useMemo((): Viewer => {
    const find = (id: string) => known[`${team} ${id}`]?.name
    return {
      userId: '',
      user: find,
      channel: (id) => find(id)?.replace(/^#/, ''),
      usergroup: () => undefined,
      emoji: {},
    }
  }, [team, known])
  return <ViewerContext value={viewer}>{children}</ViewerContext>
}
