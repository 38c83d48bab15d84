import { expect, it } from 'vitest'
import { isPreview } from './previews.ts'

const browser =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

it.each([
  [{}, false],
  [{ 'user-agent': browser }, false],
  [{ 'user-agent': 'curl/8.5.0' }, false],
  [{ 'user-agent': 'python-requests/2.32' }, false],
  [{ 'user-agent': 'our-chatbot/1.0' }, false],
  [{ 'user-agent': browser, 'sec-purpose': 'prefetch;prerender' }, true],
  [{ 'user-agent': browser, purpose: 'prefetch' }, true],
  [{ 'user-agent': browser, 'x-moz': 'prefetch' }, true],
  [{ 'user-agent': browser, 'x-purpose': 'preview' }, true],
  [{ 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' }, true],
  [{ 'user-agent': 'facebookexternalhit/1.1' }, true],
  [{ 'user-agent': 'WhatsApp/2.23.20' }, true],
  [{ 'user-agent': 'TelegramBot (like TwitterBot)' }, true],
  [
    { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    true,
  ],
  [{ 'user-agent': 'Mozilla/5.0 (Windows NT 6.1) SkypeUriPreview Preview/0.5' }, true],
])('§4.3 %j reads ahead: %s', (headers: Record<string, string>, expected) => {
  expect(isPreview((name) => headers[name])).toBe(expected)
})
