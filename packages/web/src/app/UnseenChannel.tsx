import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { LeftWordsNote } from '#messages/editing/LeftWordsNote.tsx'
import { sessionState } from '#signin/session.ts'
import { showTeam } from '#store/browser/pageTeam.ts'
import { draftKey } from '#store/workspace/workspace.ts'
import { t } from '#words/t.ts'
import { NoChannel } from './NoChannel.tsx'

/** [SES-16] A channel that the person does not see in this team. If they see it in another, that one is shown. */
export function UnseenChannel({ channel }: { channel: string }) {
  const several = useStore(sessionState, (state) => state.known && state.session.all.length > 1)
  const [isNowhere, setNowhere] = useState(!several)
  useEffect(() => {
    if (!several) return
    const stop = new AbortController()
    void findTeamOf(channel, stop.signal).then((team) => {
      if (stop.signal.aborted) return
      if (team === undefined) setNowhere(true)
      else showTeam(team, location.pathname + location.search)
    })
    return () => stop.abort()
  }, [channel, several])
  const text = isNowhere ? t('This conversation does not exist, or you cannot see it.') : ''
  return (
    <NoChannel text={text} lost={isNowhere}>
      {isNowhere && <LeftWordsNote draftKey={draftKey(channel, undefined)} isUnseen />}
    </NoChannel>
  )
}

async function findTeamOf(channel: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    const address = `/session/teams?channel=${encodeURIComponent(channel)}`
    const answer = await fetch(address, { headers: { accept: 'application/json' }, signal })
    const { teams }: { teams: { team: string }[] } = await answer.json()
    return teams[0]?.team
  } catch {
    // Without an answer the channel counts as unseen.
    return undefined
  }
}
