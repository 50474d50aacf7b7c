import { createClient } from '@dipper/client';

const client = createClient({ server: 'https://dipper.example', key: process.env['DIPPER_KEY'] });
const found = await client.search('https://vimeo.com/1084537');
const format = found.kind === 'item' && found.info.formats.find(({ recommended }) => recommended);
if (format) {
  const { taskId } = await client.make(format);
  if (taskId !== null) {
    for await (const { status, progress } of client.follow(taskId)) {
      console.log(status, progress);
    }
  }
}
