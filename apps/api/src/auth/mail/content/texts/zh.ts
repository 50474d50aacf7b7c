import type { MailTexts } from './mail-texts.js';

const PLAIN_LINK = '如果按钮无法打开，请把下面的网址复制到浏览器：';
const WAS_ENTERED =
  '有人在注册或重置密码时填写了这个邮箱，因此 {{brand}} 向 {{email}} 发送了此邮件。我们不会阅读回复。';

/** The Chinese emails. */
export const zh: MailTexts = {
  verify: {
    subject: '验证你在 {{brand}} 的邮箱',
    preview: '点一下，即可完成邮箱验证。',
    heading: '验证你的邮箱',
    text: ['欢迎使用 {{brand}}。你用这个邮箱注册了账号，请验证它属于你。'],
    button: '验证邮箱',
    plainLink: PLAIN_LINK,
    end: '这个链接只能使用一次，有效期至 {{until}}。过期后可以在账号中重新获取。',
    notYou: '如果你没有注册，可以忽略这封邮件，邮箱不会被验证。',
    reason: WAS_ENTERED,
  },
  reset: {
    subject: '为 {{brand}} 设置新密码',
    preview: '这个链接一小时内有效。',
    heading: '设置新密码',
    text: [
      '有人申请重置你的 {{brand}} 账号密码，希望是你本人。',
      '设置新密码后，所有设备都会退出登录。',
    ],
    button: '设置新密码',
    plainLink: PLAIN_LINK,
    end: '这个链接只能使用一次，有效期至 {{until}}。过期后可以在登录时重新获取。',
    notYou:
      '如果不是你本人操作，可以忽略这封邮件，密码不会改变。请不要把链接给别人，因为拿到它的人都能进入你的账号。',
    reason: WAS_ENTERED,
  },
  known: {
    subject: '你在 {{brand}} 已有账号',
    preview: '请用密码登录，或设置新密码。',
    heading: '你已有账号',
    text: [
      '有人用这个邮箱注册 {{brand}}，很可能是你本人。这个邮箱已有账号，账号没有任何变化。',
      '请用密码登录。如果忘记了密码，可以在登录时重置。',
    ],
    button: '登录',
    plainLink: PLAIN_LINK,
    end: '',
    notYou: '如果不是你本人操作，可以忽略这封邮件：没有人借此登录你的账号。',
    reason: WAS_ENTERED,
  },
  changed: {
    subject: '你的 {{brand}} 密码已修改',
    preview: '如果是你本人操作，无需理会。',
    heading: '你的密码已修改',
    text: [
      '你的 {{brand}} 账号密码刚刚被修改，其他设备都已退出登录。',
      '如果是你本人操作，无需理会。如果不是，请立即设置新密码：修改密码的人会因此被退出登录。',
    ],
    button: '设置新密码',
    plainLink: PLAIN_LINK,
    end: '',
    notYou: '如果不是你本人操作，而旧密码在别处也用过，请把那里的密码也改掉，因为可能有人知道它。',
    reason:
      '{{email}} 是 {{brand}} 某个账号的邮箱，因此 {{brand}} 发送了此邮件。我们不会阅读回复。',
  },
};
