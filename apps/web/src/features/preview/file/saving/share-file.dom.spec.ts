import { shareFile } from './share-file.js';

const file = new File(['x'], 'a.mp4', { type: 'video/mp4' });
const refuse = (name: string) => {
  Object.assign(navigator, { share: () => Promise.reject(new DOMException('no', name)) });
};
afterEach(() => Reflect.deleteProperty(navigator, 'share'));

it('shares the file', async () => {
  const share = jest.fn(() => Promise.resolve());
  Object.assign(navigator, { share });
  await expect(shareFile(file)).resolves.toBe('shared');
  expect(share).toHaveBeenCalledWith({ files: [file] });
});

it('reports a closed sheet, asks for another click if refused, and throws other errors', async () => {
  refuse('AbortError');
  await expect(shareFile(file)).resolves.toBe('closed');
  refuse('NotAllowedError');
  await expect(shareFile(file)).resolves.toBe('needs-click');
  refuse('DataError');
  await expect(shareFile(file)).rejects.toThrow('no');
});
