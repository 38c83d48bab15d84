import { expect, it } from 'vitest'
import { signedHeaders } from './webhook-signature.ts'

it('signs as the Standard Webhooks convention does', () => {
  const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek'
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const at = new Date(1_614_265_330_999)
  expect(signedHeaders(secret, id, at, '{"test": 2432232314}')).toEqual({
    'webhook-id': id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})
