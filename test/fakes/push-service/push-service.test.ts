import { expect, it } from 'vitest'
import { openMessage } from './open-message.js'
import { whoIsWrong } from './who-sends.js'

it('opens the message of RFC 8291, section 5', () => {
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
  const browser = {
    privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
    publicKey: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  expect(openMessage(Buffer.from(body, 'base64url'), browser)).toBe(
    'When I grow up, I want to be a watermelon',
  )
  const broken = Buffer.from(body, 'base64url')
  broken[broken.length - 1] = (broken.at(-1) ?? 0) ^ 1
  expect(() => openMessage(broken, browser)).toThrow()
})

const vapid = {
  // RFC 8292, section 2.4.
  authorization:
    'vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs',
  origin: 'https://push.example.net',
  serverKey: 'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs',
  now: (1_453_523_768 - 3600) * 1000,
}

it('takes the credentials of RFC 8292, section 2.4, at their time and place alone', () => {
  expect(whoIsWrong(vapid)).toBeNull()
  expect(whoIsWrong({ ...vapid, origin: 'https://other.example.net' })).toMatch(/another push service/)
  expect(whoIsWrong({ ...vapid, now: vapid.now + 2 * 3600_000 })).toMatch(/over/)
  expect(whoIsWrong({ ...vapid, serverKey: 'B' })).toMatch(/another key/)
  expect(whoIsWrong({ ...vapid, authorization: vapid.authorization.replace('i3CY', 'i3CZ') })).toMatch(
    /signature/,
  )
  expect(whoIsWrong({ ...vapid, authorization: undefined })).toMatch(/no vapid/)
})
