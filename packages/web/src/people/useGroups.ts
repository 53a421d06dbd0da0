import { useEffect, useState } from 'react'
import { request } from '#store/client/pageClient.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'

/** The ids of the people in a user group, fetched again when it changes; undefined until they are known. */
export function useGroupMembers(id: string): readonly string[] | undefined {
  const group = useWorkspace((state) => state.usergroups[id])
  const [users, setUsers] = useState<readonly string[]>()
  useEffect(() => {
    let isShown = true
    void request({ type: 'group_members', usergroup: id }, 'group_members').then((result) => {
      if (isShown) setUsers(result.ok ? result.answer.users : [])
    })
    return () => {
      isShown = false
    }
  }, [id, group])
  return users
}

/** The ids of the user groups that somebody is in, fetched again when a group changes. */
export function useGroupsOf(user: string): readonly string[] {
  const groups = useWorkspace((state) => state.usergroups)
  const [ids, setIds] = useState<readonly string[]>([])
  useEffect(() => {
    let isShown = true
    void request({ type: 'groups_of', user }, 'groups_of').then((result) => {
      if (isShown && result.ok) setIds(result.answer.usergroups)
    })
    return () => {
      isShown = false
    }
  }, [user, groups])
  return ids
}
