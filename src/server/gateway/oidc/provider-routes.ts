import type { Context, Hono } from 'hono'
import {
  beginProviderSignIn,
  endProviderSignIn,
  type SignInFault,
  signInFaultParameter,
} from '../../../contract/gateway/provider-sign-in.ts'
import { asError } from '../../as-error.ts'
import type { Database } from '../../db/database.ts'
import type { ReadClient } from '../../http/client-facts.ts'
import { HttpError } from '../../http/http-error.ts'
import { route } from '../../http/route.ts'
import { isSameSecret } from '../../same-secret.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import type { Operator } from '../operators/operator-store.ts'
import type { Operators } from '../operators/operators.ts'
import { SignInLimits } from '../operators/sign-in-limits.ts'
import { requestFacts } from '../request-facts.ts'
import { begunCookie } from './begun-cookie.ts'
import { type Claims, nameOf, roleOf, roleValues } from './claims.ts'
import { followProvider, operatorOfProvider } from './provider-users.ts'
import { safeReturn, withParameter } from './return-to.ts'
import type { SignInProvider } from './sign-in-provider.ts'
import { refusalByProvider, refusalOf, SignInRefusal } from './sign-in-refusal.ts'

/** Signing in by a provider: both ends of the way there and back. */
export function providerRoutes(
  routes: Hono,
  deps: {
    provider: SignInProvider | null
    operators: Operators
    database: Database
    secretBox: SecretBox
    readClient: ReadClient
    basePath: string
    now: () => Date
    /** Begins the session of somebody who was let in, in their browser. */
    open: (context: Context, operator: Operator, idToken: string) => Promise<void>
    warn: (sentence: string) => void
    report: (error: Error) => void
  },
): void {
  const { database, basePath, now } = deps
  const cookie = begunCookie(deps)
  const limits = new SignInLimits(now)

  const known = () => {
    if (deps.provider && deps.operators.isRequired) return deps.provider
    throw new HttpError(404, 'Nobody signs in by a provider here.')
  }
  const lead = (context: Context, path: string, fault: SignInFault | null) => {
    context.header('Cache-Control', 'no-store')
    return context.redirect(withParameter(path, signInFaultParameter, fault))
  }
  /** Back to the page, which says why nobody is signed in; the log says more. */
  const refuse = (context: Context, path: string, error: unknown) => {
    const { name } = known().settings
    const refusal = refusalOf(error, name)
    if (refusal) deps.warn(`Nobody was signed in by “${name}”. ${refusal.message}`)
    else deps.report(asError(error))
    return lead(context, path, refusal?.fault ?? 'failed')
  }

  route(routes, beginProviderSignIn, async ({ query, context }) => {
    const provider = known()
    const return_to = safeReturn(query.return_to, basePath)
    try {
      const { url, begun } = await provider.begin()
      cookie.keep(context, { ...begun, return_to })
      context.header('Cache-Control', 'no-store')
      return context.redirect(url)
    } catch (error) {
      return refuse(context, return_to, error)
    }
  })

  /** The user of whoever the provider names. */
  const letIn = async (provider: SignInProvider, subject: string, claims: Claims) => {
    const { settings } = provider
    const person = { issuer: settings.issuer, subject }
    const role = roleOf(claims, settings)
    if (role === null) {
      // Whoever had a role until now loses what they have open.
      const before = await operatorOfProvider(database, person)
      if (before) await deps.operators.sessions.closeAll(before.id)
      const values = roleValues(claims, settings).slice(0, 20).join(', ').slice(0, 500)
      throw new SignInRefusal(
        'no_role',
        `${nameOf(claims, settings)} has no role here: “${settings.roleClaim}” is ${values || 'empty'}.`,
      )
    }
    const operator = await followProvider(database, {
      ...person,
      name: nameOf(claims, settings),
      role,
      at: now(),
    })
    deps.operators.sessions.forget()
    if (operator.is_disabled) throw new SignInRefusal('disabled', `${operator.name} is disabled.`)
    return operator
  }

  route(routes, endProviderSignIn, async ({ query, context }) => {
    const provider = known()
    const facts = requestFacts(context)
    const begun = cookie.take(context)
    const page = begun?.return_to ?? safeReturn(undefined, basePath)
    const { address } = deps.readClient(context)
    // Each address for itself: many of them keep nobody else out.
    const takeBack = limits.begin(address, address)
    if (!takeBack) return lead(context, page, 'too_many')
    try {
      if (!begun || !query.state || !isSameSecret(query.state, begun.state)) {
        throw new SignInRefusal('state', 'It was not begun in that browser, or too long ago.')
      }
      if (query.error) throw refusalByProvider(query.error)
      const answer = new URL(context.req.url).searchParams
      const { subject, claims, idToken } = await provider.end(answer, begun)
      facts.typedName = nameOf(claims, provider.settings)
      const operator = await letIn(provider, subject, claims)
      await deps.open(context, operator, idToken)
      takeBack()
      return lead(context, page, null)
    } catch (error) {
      facts.outcome = 401
      return refuse(context, page, error)
    }
  })
}
