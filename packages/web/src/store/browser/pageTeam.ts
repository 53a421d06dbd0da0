const key = 'rivulet.team'
/** The address at which a person signs in to another team. */
export const addTeamPath = '/?add'

let chosen: string | undefined

/** [SES-14] The team that this tab shows, if one was chosen: in its address, or in the list of teams. */
export function chosenTeam(): string | undefined {
  return chosen
}

/** From now on this tab shows that team, also after a reload; undefined: the first that the browser is signed in to. */
export function chooseTeam(team: string | undefined): void {
  chosen = team
  try {
    if (team === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, team)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

/** Takes the team out of the address of the page; without one, what the tab showed before stays. */
export function takeTeamFromAddress(): void {
  const query = new URLSearchParams(location.search)
  const asked = query.get('team')
  if (asked === null) {
    try {
      chosen = sessionStorage.getItem(key) ?? undefined
    } catch {
      // Without storage the tab shows the first team.
    }
    return
  }
  chooseTeam(asked)
  // Programs that ask for consent get their query back as it was.
  if (/^\/(oauth|openid)\//.test(location.pathname)) return
  query.delete('team')
  history.replaceState(null, '', location.pathname + (query.size > 0 ? `?${query.toString()}` : ''))
}

/** Whether the person is about to sign in to another team. */
export function isAddingTeam(): boolean {
  return location.pathname + location.search === addTeamPath
}

/** Shows a team in place of the page, at a path of it. */
export function showTeam(team: string, path = '/'): void {
  location.assign(`${path}${path.includes('?') ? '&' : '?'}team=${encodeURIComponent(team)}`)
}
