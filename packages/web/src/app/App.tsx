import { useEffect } from 'react'
import { useStore } from 'zustand'
import { later } from './later.tsx'
import { followHistory } from './place.ts'
import { lookWhoIsHere, presence } from './presence.ts'
import { Shell } from './Shell.tsx'
import { Waiting } from './Waiting.tsx'

const Consent = later(async () => (await import('#consent/Consent.tsx')).Consent)
const SignIn = later(async () => (await import('#signin/SignIn.tsx')).SignIn)

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
