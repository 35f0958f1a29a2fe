-- The tables of a catalogue as version 1 made them.
create table about (name varchar not null, value varchar, primary key (name));
create table files (hash varchar(64) not null, size bigint not null, primary key (hash));
create table models (
    hash varchar(64) not null, name varchar not null, content text not null, missing text not null, parent varchar(64),
    created float not null, primary key (hash), foreign key (parent) references models (hash));
create table runs (
    id integer not null, model varchar(64) not null, created float not null, who varchar not null, note text not null,
    versions text not null, file varchar(64), status varchar, verdict varchar, sentence varchar, method varchar,
    rtol float, atol float, h float, t_start float, t_end float, steps integer, energy_error float, energy_scale float,
    position_error float, velocity_error float, wall_time float, primary key (id),
    foreign key (model) references models (hash), foreign key (file) references files (hash));
create index ix_runs_model on runs (model);
create table studies (
    id integer not null, created float not null, name text not null, who text not null, note text not null,
    verdict text not null, varied text not null, measures text not null, members integer not null,
    failed integer not null, file varchar(64) not null, primary key (id), foreign key (file) references files (hash));
create table run_values (
    run integer not null, name varchar not null, value float, primary key (run, name),
    foreign key (run) references runs (id) on delete cascade);
create index values_by_name on run_values (name, value);
create table tags (
    run integer not null, tag varchar not null, primary key (run, tag),
    foreign key (run) references runs (id) on delete cascade);
create index runs_by_tag on tags (tag);
insert into about values ('version', '1');
