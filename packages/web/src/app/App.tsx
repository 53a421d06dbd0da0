import { useEffect } from 'react'
import { useStore } from 'zustand'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { takeTeamFromAddress } from '#store/browser/pageTeam.ts'
import { followBrowserHistory } from '#routing/route.ts'
import { followSession, refreshSession, sessionState } from '#signin/session.ts'
import { t } from '#words/t.ts'
import { Shell } from './Shell.tsx'
import { LoadingScreen } from '#ui/LoadingScreen.tsx'

const Consent = lazyComponent(async () => (await import('#consent/Consent.tsx')).Consent)
const SignIn = lazyComponent(async () => (await import('#signin/SignIn.tsx')).SignIn)

export function App() {
  const state = useStore(sessionState)
  useEffect(() => {
    takeTeamFromAddress()
    followBrowserHistory()
    followSession()
    void refreshSession()
  }, [])
  useEffect(() => {
    if (state.known || !state.failed) return undefined
    const timer = setInterval(() => void refreshSession(), 3000)
    return () => clearInterval(timer)
  }, [state])
  if (!state.known)
    return <LoadingScreen text={state.failed ? t('The server cannot be reached. Trying again…') : undefined} />
  if (!state.session.signedIn) return <SignIn {...state.session} />
  return /^\/(oauth\/v2|openid\/connect)\/authorize$/.test(location.pathname) ? <Consent /> : <Shell />
}
