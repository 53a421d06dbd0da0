import { useEffect } from 'react'
import { useStore } from 'zustand'
import { names, wantNames } from '#inspect/journal/names.ts'

/** What an id is called; the id itself until that is known. */
export function Name({ team, id }: { team: string | undefined; id: string }) {
  const name = useStore(names, (known) => known[`${team} ${id}`]?.name)
  useEffect(() => {
    if (name === undefined) wantNames(team, [id])
  }, [team, id, name])
  return <bdi>{name ?? id}</bdi>
}
