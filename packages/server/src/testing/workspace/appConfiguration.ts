/** Two teams. Ana of the first and Zoe of the second may create apps. Ana's app Owl is installed in the first team. */
export const configurationFile = JSON.stringify({
  version: 1,
  teams: [
    { id: 'T0A', name: 'Acme', domain: 'acme', users: [{ id: 'U0A', name: 'ana' }] },
    { id: 'T0B', name: 'Bolt', domain: 'bolt', users: [{ id: 'U0B', name: 'zoe' }] },
  ],
  apps: [
    {
      id: 'A0OWL',
      installed_in: ['T0A'],
      manifest: { display_information: { name: 'Owl', mood: 'calm' }, other: [1] },
    },
  ],
  tokens: [
    ...['read', 'write'].map((may) => ({
      token: `xoxe.xoxp-ana-${may}`,
      kind: 'user',
      team: 'T0A',
      user: 'U0A',
      scopes: [`app_configurations:${may}`],
    })),
    { token: 'xoxe.xoxp-zoe', kind: 'user', team: 'T0B', user: 'U0B', scopes: ['app_configurations:write'] },
  ],
})

export const ana = { token: 'xoxe.xoxp-ana-write' }
export const anaReads = { token: 'xoxe.xoxp-ana-read' }
export const zoe = { token: 'xoxe.xoxp-zoe' }
