import type { Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { beginProviderSignIn } from '../../../../contract/gateway/provider-sign-in.ts'
import {
  changePassword,
  createSession,
  deleteSession,
  getSession,
} from '../../../../contract/gateway/session.ts'
import {
  createOwnerSession,
  createSignInAddress,
} from '../../../../contract/gateway/sign-in-address.ts'
import type { Database } from '../../../db/database.ts'
import type { ReadClient } from '../../../http/client-facts.ts'
import { HttpError } from '../../../http/http-error.ts'
import { route } from '../../../http/route.ts'
import type { SecretBox } from '../../../secrets/secret-box.ts'
import { providerRoutes } from '../../oidc/provider-routes.ts'
import type { SignInProvider } from '../../oidc/sign-in-provider.ts'
import { requestFacts } from '../../request-facts.ts'
import { knownBrowsers } from '../known-browsers.ts'
import type { Operators } from '../operators.ts'
import type { Actor } from '../sessions.ts'
import { userRoutes } from './user-routes.ts'

/** Signing in and out, one's own password, and users. */
export function operatorRoutes(
  routes: Hono,
  deps: {
    operators: Operators
    provider: SignInProvider | null
    /** How browsers reach this server, without a slash at its end. */
    publicUrl: string
    database: Database
    secretBox: SecretBox
    readClient: ReadClient
    basePath: string
    /** Of the session's cookie. */
    cookieName: string
    /** An address of a page that signs in whoever started the server, once. */
    signInAddress: (path: string) => Promise<string>
    hasFaults?: boolean
    now: () => Date
    warn: (sentence: string) => void
    report: (error: Error) => void
  },
): void {
  const { operators, readClient, cookieName } = deps
  const sessionIdOf = (context: Context) => getCookie(context, cookieName)
  const browsers = knownBrowsers(deps)
  const provider = operators.isRequired ? deps.provider : null
  const state = (actor: Actor | null) => ({
    required: operators.isRequired,
    signed_in: actor !== null,
    role: actor?.role ?? null,
    user: actor?.user ?? null,
    expires_at: actor?.expires_at ?? null,
    ...(provider && {
      provider: {
        name: provider.settings.name,
        sign_in_url: deps.publicUrl + beginProviderSignIn.path,
      },
    }),
    ...(!operators.hasPasswords && { has_passwords: false }),
    ...(operators.admitsOwner && { by_address: true }),
    ...(deps.hasFaults && { has_faults: true }),
  })
  const writeCookie = (context: Context, value: string, maxAge: number) =>
    setCookie(context, cookieName, value, {
      path: `${deps.basePath}/gateway`,
      httpOnly: true,
      sameSite: 'Strict',
      secure: readClient(context).isSecure,
      maxAge,
    })

  const begin = (
    context: Context,
    session: Awaited<ReturnType<typeof operators.sessions.open>>,
  ) => {
    requestFacts(context).actor = session.actor
    writeCookie(context, session.id, session.lifeSeconds)
    if (session.actor.user) browsers.remember(context, session.actor.user.name)
  }

  route(routes, getSession, ({ context }) => state(requestFacts(context).actor))
  route(routes, createSession, async ({ body, context }) => {
    if (!operators.isRequired) return state(requestFacts(context).actor)
    requestFacts(context).typedName = body.name ?? null
    const session = await operators
      .signIn(body, readClient(context).address, (name) => browsers.idFor(context, name))
      .catch((error: Error) => {
        if (error instanceof HttpError && error.status === 429) context.header('Retry-After', '60')
        throw error
      })
    // Whoever signs in anew in the same browser leaves the old session.
    await operators.sessions.close(sessionIdOf(context))
    begin(context, session)
    return state(session.actor)
  })
  route(routes, createOwnerSession, async ({ body, context }) => {
    const session = await operators.signInOwner(body.token, readClient(context).address)
    await operators.sessions.close(sessionIdOf(context))
    begin(context, session)
    return state(session.actor)
  })
  route(routes, createSignInAddress, async () => ({ url: await deps.signInAddress('/') }), {
    status: 201,
  })
  route(routes, deleteSession, async ({ context }) => {
    const idToken = await operators.sessions.close(sessionIdOf(context))
    writeCookie(context, '', 0)
    const ended = state(operators.isRequired ? null : requestFacts(context).actor)
    const url = idToken && (await provider?.signOutUrl(idToken))
    return url ? { ...ended, sign_out_url: url } : ended
  })
  providerRoutes(routes, {
    ...deps,
    open: async (context, operator, idToken) => {
      const { address } = readClient(context)
      await operators.sessions.close(sessionIdOf(context))
      const session = await operators.sessions.open(operator, address, idToken)
      begin(context, session)
    },
  })
  route(routes, changePassword, async ({ body, context }) => {
    await operators.changeOwnPassword(
      requestFacts(context).signedIn(),
      sessionIdOf(context),
      body,
      readClient(context).address,
      (name) => browsers.idFor(context, name),
    )
  })

  userRoutes(routes, { ...deps, provider })
}
