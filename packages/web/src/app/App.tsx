import { useEffect } from 'react'
import { useStore } from 'zustand'
import { Consent } from '#consent/Consent.tsx'
import { SignIn } from '#signin/SignIn.tsx'
import { followHistory } from './place.ts'
import { lookWhoIsHere, presence } from './presence.ts'
import { Shell } from './Shell.tsx'
import { Waiting } from './Waiting.tsx'

export function App() {
  const now = useStore(presence)
  useEffect(() => {
    followHistory()
    void lookWhoIsHere()
  }, [])
  useEffect(() => {
    if (now.known || !now.failed) return undefined
    const timer = setInterval(() => void lookWhoIsHere(), 3000)
    return () => clearInterval(timer)
  }, [now])
  if (!now.known) return <Waiting text={now.failed ? 'The server cannot be reached. Trying again…' : undefined} />
  if (!now.session.signedIn) return <SignIn dev={now.session.dev} people={now.session.people} />
  return location.pathname === '/oauth/v2/authorize' ? <Consent /> : <Shell />
}
