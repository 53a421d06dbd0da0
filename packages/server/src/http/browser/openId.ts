import type { FastifyInstance } from 'fastify'
import { findKey, findOrCreateKey, toPublicKey } from '#domain/oauth/idToken'
import type { Store } from '#store/db'

/** [APP-21] What programs that know OpenID Connect ask for: where everything is, and the key that signs id tokens. */
export function openIdRoutes(app: FastifyInstance, store: Store): void {
  app.get('/.well-known/openid-configuration', async () => {
    const { publicUrl } = store.db.cache
    return {
      issuer: publicUrl,
      authorization_endpoint: `${publicUrl}/openid/connect/authorize`,
      token_endpoint: `${publicUrl}/api/openid.connect.token`,
      userinfo_endpoint: `${publicUrl}/api/openid.connect.userInfo`,
      jwks_uri: `${publicUrl}/openid/connect/keys`,
      scopes_supported: ['openid', 'profile', 'email'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      claims_supported: ['sub', 'auth_time', 'iss', 'nonce', 'name', 'email', 'email_verified', 'picture', 'locale'],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    }
  })

  app.get('/openid/connect/keys', async () => {
    const key = (await findKey(store.db)) ?? (await store.write(findOrCreateKey))
    return { keys: [toPublicKey(key)] }
  })
}
