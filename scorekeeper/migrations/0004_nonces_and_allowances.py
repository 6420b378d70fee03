import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

import scorekeeper.models.people


class Migration(migrations.Migration):

    dependencies = [
        ('scorekeeper', '0003_members_by_device'),
    ]

    operations = [
        # Links that were given out stay valid: theirs is empty until they are renewed.
        migrations.AddField(
            model_name='link',
            name='nonce',
            field=models.CharField(blank=True, default='', max_length=32),
        ),
        migrations.AlterField(
            model_name='link',
            name='nonce',
            field=models.CharField(blank=True, default=scorekeeper.models.people.new_nonce, max_length=32),
        ),
        # Codes last for ten minutes: a page that shows one is given another.
        migrations.DeleteModel(
            name='Code',
        ),
        migrations.CreateModel(
            name='Code',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('nonce', models.CharField(default=scorekeeper.models.people.new_nonce, max_length=32)),
                ('length', models.PositiveSmallIntegerField(default=6)),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('until', models.DateTimeField(db_index=True)),
                ('link', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='codes', to='scorekeeper.link')),
                ('member', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='codes', to='scorekeeper.member')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('link', 'member'), name='code_once_a_device')],
            },
        ),
        migrations.DeleteModel(
            name='Guess',
        ),
        migrations.CreateModel(
            name='Allowance',
            fields=[
                ('key', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('level', models.FloatField(default=0)),
                ('at', models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name='FormerDevice',
            fields=[
                ('device', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('now', models.CharField(max_length=64)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
    ]
