import { changeTeam } from '#testing/workspace/settings'
import {
  type CommonRefusal,
  inOrgTeam,
  inTeam,
  isTeamMethod,
  namesTeam,
  needsToken,
  orgToken,
} from './commonRefusal.ts'

/** Refusals because of the team that the call is made in. */
export const teamRefusals = {
  team_added_to_org: {
    'the team': { appliesTo: needsToken, token: 'xoxb-joining-scout', detail: 'T0JOINING' },
    'the team of an org-wide token': inOrgTeam({ state: 'joining_org' }),
  },
  org_login_required: {
    'the team': { appliesTo: needsToken, token: 'xoxb-migrate-scout', detail: 'T0MIGRATE' },
    'the team of an org-wide token': inOrgTeam({ state: 'migrating' }),
  },
  accesslimited: {
    'networks for all methods': { appliesTo: needsToken, token: 'xoxb-nets-scout', detail: '127.0.0.1' },
    'networks for this one': {
      appliesTo: isTeamMethod,
      prepare: (scene, { name }) =>
        changeTeam(scene, 'T0ACME', { policies: { networks: { [name]: ['203.0.113.0/24'] } } }),
      detail: 'T0ACME',
    },
    'the team of an org-wide token': inOrgTeam({ policies: { networks: { '*': ['203.0.113.0/24'] } } }),
  },
  two_factor_setup_required: {
    'its installer has no second factor': { appliesTo: needsToken, token: 'xoxb-twofa-scout', detail: 'T0TWOFA' },
    'its person has no second factor': {
      appliesTo: needsToken,
      token: 'xoxp-acme-ben',
      prepare: (scene) => changeTeam(scene, 'T0ACME', { policies: { require_two_factor: true } }),
      detail: 'T0ACME',
    },
    'the team of an org-wide token': inOrgTeam({ policies: { require_two_factor: true } }),
  },
  ratelimited: {
    'no call left': {
      appliesTo: isTeamMethod,
      prepare: (scene, { name }) => changeTeam(scene, 'T0ACME', { policies: { rate_limits: { [name]: 0 } } }),
      status: 429,
      detail: 'try again in 60 s',
    },
    'no call left for an org-wide token in its team': {
      ...inOrgTeam({ policies: {} }),
      prepare: (scene, { name }) => changeTeam(scene, 'T0GLOBEX1', { policies: { rate_limits: { [name]: 0 } } }),
      status: 429,
      detail: 'try again in 60 s',
    },
  },
  team_access_not_granted: {
    'the team': {
      appliesTo: namesTeam,
      args: inTeam('C0GLO2', 'T0GLOBEX2'),
      token: orgToken,
      detail: 'T0GLOBEX2',
    },
  },
} satisfies Record<string, Record<string, CommonRefusal>>
