import type { MailTexts } from './mail-texts.js';

const PLAIN_LINK = '버튼이 작동하지 않으면 다음 주소를 복사해 브라우저에 붙여 넣어 주세요.';
const WAS_ENTERED =
  '누군가 가입하거나 비밀번호를 재설정하려고 이 주소를 입력해서 {{brand}}에서 {{email}} 앞으로 보낸 이메일이에요. 발신 전용 이메일이라 답장은 확인하지 않아요.';

/** The Korean emails. */
export const ko: MailTexts = {
  verify: {
    subject: '[{{brand}}] 이메일 주소를 인증해 주세요',
    preview: '한 번만 누르면 이메일 주소 인증이 끝나요.',
    heading: '이메일 주소 인증',
    text: [
      '{{brand}}에 오신 것을 환영해요. 이 주소로 가입하셨어요. 본인의 주소가 맞는지 인증해 주세요.',
    ],
    button: '이메일 인증',
    plainLink: PLAIN_LINK,
    end: '링크는 {{until}}까지 한 번만 쓸 수 있어요. 그 후에는 계정에서 새 링크를 요청할 수 있어요.',
    notYou: '가입한 적이 없다면 이 이메일을 무시해 주세요. 이메일 주소는 인증되지 않아요.',
    reason: WAS_ENTERED,
  },
  reset: {
    subject: '[{{brand}}] 새 비밀번호를 정해 주세요',
    preview: '이 링크는 1시간 동안 쓸 수 있어요.',
    heading: '새 비밀번호 정하기',
    text: [
      '{{brand}} 계정의 비밀번호를 재설정해 달라는 요청을 받았어요.',
      '새 비밀번호를 정하면 모든 곳에서 로그아웃돼요.',
    ],
    button: '새 비밀번호 정하기',
    plainLink: PLAIN_LINK,
    end: '링크는 {{until}}까지 한 번만 쓸 수 있어요. 그 후에는 로그인할 때 새 링크를 요청할 수 있어요.',
    notYou:
      '요청한 적이 없다면 이 이메일을 무시해 주세요. 비밀번호는 바뀌지 않아요. 이 링크가 있으면 누구나 계정에 들어갈 수 있으니 다른 사람에게 알려 주지 마세요.',
    reason: WAS_ENTERED,
  },
  known: {
    subject: '[{{brand}}] 이미 계정이 있어요',
    preview: '비밀번호로 로그인하거나 새 비밀번호를 정해 주세요.',
    heading: '이미 계정이 있어요',
    text: [
      '누군가(아마도 본인이) 이 주소로 {{brand}}에 가입하려고 했어요. 이 주소로 만든 계정이 이미 있고, 그 계정은 아무것도 바뀌지 않았어요.',
      '비밀번호로 로그인해 주세요. 비밀번호를 잊었다면 로그인할 때 재설정할 수 있어요.',
    ],
    button: '로그인',
    plainLink: PLAIN_LINK,
    end: '',
    notYou: '본인이 아니라면 이 이메일을 무시해 주세요. 이 일로 계정에 로그인한 사람은 없어요.',
    reason: WAS_ENTERED,
  },
  changed: {
    subject: '[{{brand}}] 비밀번호가 변경됐어요',
    preview: '본인이 바꿨다면 아무것도 하지 않아도 돼요.',
    heading: '비밀번호가 변경됐어요',
    text: [
      '방금 {{brand}} 계정의 비밀번호가 변경됐고, 다른 기기는 모두 로그아웃됐어요.',
      '본인이 바꿨다면 아무것도 하지 않아도 돼요. 본인이 아니라면 지금 새 비밀번호를 정해 주세요. 그러면 비밀번호를 바꾼 사람이 로그아웃돼요.',
    ],
    button: '새 비밀번호 정하기',
    plainLink: PLAIN_LINK,
    end: '',
    notYou:
      '본인이 바꾸지 않았는데 예전 비밀번호를 다른 곳에서도 쓰고 있다면, 그곳에서도 바꿔 주세요. 누군가 그 비밀번호를 알고 있을 수 있어요.',
    reason:
      '{{email}} 주소가 {{brand}} 계정의 이메일 주소라서 {{brand}}에서 보낸 이메일이에요. 발신 전용 이메일이라 답장은 확인하지 않아요.',
  },
};
