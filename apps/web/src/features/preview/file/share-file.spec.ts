import { shareFile } from './share-file.js';

const file = new File(['x'], 'a.mp4', { type: 'video/mp4' });
const refuse = (name: string) => {
  Object.assign(navigator, { share: () => Promise.reject(new DOMException('no', name)) });
};
afterEach(() => Reflect.deleteProperty(navigator, 'share'));

it('hands the file over', async () => {
  const share = jest.fn(() => Promise.resolve());
  Object.assign(navigator, { share });
  await expect(shareFile(file)).resolves.toBe(true);
  expect(share).toHaveBeenCalledWith({ files: [file] });
});

it('is silent when the visitor closes the menu, and asks for another press when it came too late', async () => {
  refuse('AbortError');
  await expect(shareFile(file)).resolves.toBe(true);
  refuse('NotAllowedError');
  await expect(shareFile(file)).resolves.toBe(false);
  refuse('DataError');
  await expect(shareFile(file)).rejects.toThrow('no');
});
